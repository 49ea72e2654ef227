import { expect, test } from "vitest";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { judgeSession } from "./judge-session.ts";
import { commandOf } from "./start-session.ts";

test.each<[CommandType, number]>([
  ["ping", commandLimits.repeatMs],
  ["lock-status", commandLimits.repeatMs],
  ["open", commandLimits.acknowledgeMs],
  ["restart", commandLimits.acknowledgeMs],
])("of a %s whose sending is not noted yet the next look is in %d ms", (type, ms) => {
  const session = aSession(aMachine(), { type, status: "running" });
  const now = session.createdAt.getTime() + 1;

  const timed = { ...session, now: new Date(now) };
  const { decisions } = judgeSession(
    { session: timed, open: rowsOfSession(session), commands: [], fate: null },
    now,
    commandLimits,
  );

  expect(decisions.map(({ verdict }) => verdict)).toEqual([{ until: now + ms }]);
});

test("of a repeated command that no gateway has claimed yet the next look is in 4 s, and it is not repeated again", () => {
  const session = aSession(aMachine(), { type: "ping", status: "running" });
  const sentAt = session.createdAt;
  const now = sentAt.getTime() + 5_000;
  const command = commandOf(session, "SN", sentAt, commandLimits);

  const { decisions, again } = judgeSession(
    {
      session: { ...session, now: new Date(now) },
      open: rowsOfSession(session).map((row) => ({ ...row, sentAt })),
      commands: [
        { ...command, state: "sent" },
        { ...command, _id: `${command._id}-2`, createdAt: new Date(now - 900) },
      ],
      fate: null,
    },
    now,
    commandLimits,
  );

  expect(again).toEqual([]);
  expect(decisions.map(({ verdict }) => verdict)).toEqual([{ until: now + commandLimits.repeatMs }]);
});
