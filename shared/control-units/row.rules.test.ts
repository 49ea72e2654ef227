import { describe, expect, test } from "vitest";
import type { CommandType } from "../events/machine-topics.ts";
import type { FactName, RowEnd, RowState } from "./control-unit.schema.ts";
import { commandLimits, freesTurn, judgeRow, type RowFacts, rowState, sessionOutcome } from "./row.rules.ts";

/** Seconds after the session was stored. */
type Times = Partial<Record<FactName, number>>;
const at = (seconds: number) => seconds * 1_000;
const row = (type: CommandType, sentAt: number | null, times: Times, why: object = {}): RowFacts => ({
  type,
  expiresAt: at(30),
  sentAt: sentAt === null ? null : at(sentAt),
  facts: Object.fromEntries(Object.entries(times).map(([fact, s]) => [fact, { receivedAt: at(s), ...why }])),
});

describe("limits of one container", () => {
  test.each<[string, CommandType, number | null, Times, number, string]>([
    ["not sent", "open", null, {}, 30, "Not sent in time"],
    ["10 s to acknowledge", "open", 2, {}, 12, "Not acknowledged within 10 s"],
    ["15 s from there to be seen open", "open", 2, { acknowledged: 3 }, 18, "Not seen open within 15 s"],
    [
      "120 s from there to be seen closed",
      "open",
      2,
      { acknowledged: 3, opened: 5 },
      125,
      "Not seen closed within 120 s",
    ],
    ["seen open without having acknowledged", "open", 2, { opened: 5 }, 125, "Not seen closed within 120 s"],
    ["5 minutes in a stock update", "stock-update", 2, { opened: 5 }, 305, "Not seen closed within 300 s"],
    [
      "seen closed only: that is not opened",
      "open",
      2,
      { acknowledged: 3, closed: 4 },
      18,
      "Not seen open within 15 s",
    ],
    ["a question", "lock-status", 1, {}, 11, "No answer within 10 s"],
    ["a ping", "ping", 1, {}, 11, "No answer within 10 s"],
    ["a restart connects anew within 60 s", "restart", 1, { acknowledged: 2 }, 61, "Not connected anew within 60 s"],
    ["heard, but nobody wrote when it was sent", "open", null, { acknowledged: 4 }, 19, "Not seen open within 15 s"],
  ])("%s", (_, type, sentAt, times, limit, reason) => {
    const judged = row(type, sentAt, times);
    expect(judgeRow(judged, at(limit) - 1, commandLimits)).toEqual({ until: at(limit) });
    const end = sentAt === null && Object.keys(times).length === 0 ? "expired" : "timeout";
    expect(judgeRow(judged, at(limit), commandLimits)).toEqual({ end, reason, code: null });
  });

  test.each<[string, CommandType, Times]>([
    ["opened and closed", "open", { opened: 3, closed: 9 }],
    ["the same in the other order", "stock-update", { closed: 3, opened: 4 }],
    ["a question answered", "check-open", { status: 2 }],
    ["a ping acknowledged", "ping", { acknowledged: 2 }],
    ["a unit that has connected anew", "restart", { restarted: 20 }],
  ])("%s is done, however late it is looked at", (_, type, times) => {
    expect(judgeRow(row(type, 1, times), at(9_999), commandLimits)).toEqual({ end: "done", reason: null, code: null });
  });

  test.each<[string, object, string, string | null]>([
    ["with code and words", { code: "DOOR_JAMMED", message: "Door is jammed" }, "Door is jammed", "DOOR_JAMMED"],
    ["with a code only", { code: "NO_TIME", message: "" }, "NO_TIME", "NO_TIME"],
    ["without either", { code: "", message: null }, "The control unit reported a failure", null],
  ])("a failure ends the row %s", (_, why, reason, code) => {
    const judged = row("open", 1, { acknowledged: 2, failed: 3 }, why);
    expect(judgeRow(judged, at(4), commandLimits)).toEqual({ end: "failed", reason, code });
  });

  test("short limits are told in milliseconds", () => {
    const judged = judgeRow(row("ping", 0, {}), at(1), { ...commandLimits, acknowledgeMs: 300 });
    expect(judged).toMatchObject({ reason: "No answer within 300 ms" });
  });
});

test.each<[string, Times, RowEnd | null, boolean]>([
  ["nothing known", {}, null, false],
  ["acknowledged is not opened", { acknowledged: 1 }, null, false],
  ["closed is not opened", { closed: 1 }, null, false],
  ["seen open", { opened: 1 }, null, true],
  ["failed", {}, "failed", true],
  ["timed out", { acknowledged: 1 }, "timeout", true],
])("a container gives the turn back: %s", (_, times, end, frees) => {
  expect(freesTurn({ facts: row("open", 1, times).facts, end })).toBe(frees);
});

test.each<[(RowEnd | null)[], string | null, string | null]>([
  [["done", null], null, null],
  [["done", "done"], "completed", null],
  [["timeout"], "failed", null],
  [["done", "failed", "timeout"], "failed", "2 of 3 did not succeed"],
  [["expired", "expired"], "expired", "Not sent in time"],
  [["expired", "done"], "failed", "1 of 2 did not succeed"],
  [["cancelled", "cancelled"], "cancelled", "Cancelled before it was sent"],
  [["rejected", "rejected"], "failed", "Vending machine is offline"],
])("rows that ended as %j make the session %s", (ends, status, reason) => {
  expect(sessionOutcome(ends)).toEqual(status === null ? null : { status, reason });
});

test.each<[string, Times, number | null, RowEnd | null, RowState]>([
  ["stored", {}, null, null, "queued"],
  ["sent", {}, 1, null, "sent"],
  ["pulse sent", { acknowledged: 2 }, 1, null, "acknowledged"],
  ["door seen open", { acknowledged: 2, opened: 3 }, 1, null, "opened"],
  ["closed counts only once seen open", { acknowledged: 2, closed: 3 }, 1, null, "acknowledged"],
  ["door seen closed", { opened: 3, closed: 4 }, 1, "done", "closed"],
  ["answered", { status: 2 }, 1, "done", "answered"],
  ["connected anew", { acknowledged: 2, restarted: 9 }, 1, "done", "restarted"],
  ["a bad end is what is shown", { acknowledged: 2 }, 1, "timeout", "timeout"],
  ["a late fact does not hide it", { opened: 99 }, 1, "timeout", "timeout"],
])("a row shows its furthest fact or its bad end: %s", (_, facts, sentAt, end, state) => {
  expect(rowState({ facts, sentAt, end })).toBe(state);
});
