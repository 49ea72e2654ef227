import { expect, test } from "vitest";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { judgeSession } from "./judge-session.ts";

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
