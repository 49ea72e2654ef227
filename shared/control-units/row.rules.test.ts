import { describe, expect, test } from "vitest";
import type { CommandType } from "../events/machine-topics.ts";
import { type FactName, type RowEnd, RowState } from "./control-unit.schema.ts";
import {
  cancelled,
  commandLimits,
  endedBadly,
  expired,
  freesTurn,
  judgeRow,
  moved,
  type RowFacts,
  rejected,
  rowState,
  sessionOutcome,
} from "./row.rules.ts";

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
    ["a restart connects anew within 60 s", "restart", 1, { acknowledged: 2 }, 61, "Not reconnected within 60 s"],
    ["heard, but nobody wrote when it was sent", "open", null, { acknowledged: 4 }, 19, "Not seen open within 15 s"],
    ["the same of a door seen closed only", "open", null, { closed: 4 }, 14, "Not acknowledged within 10 s"],
    [
      "the first that was heard counts",
      "restart",
      null,
      { acknowledged: 4, status: 9 },
      64,
      "Not reconnected within 60 s",
    ],
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

  test.each([
    [300, "300 ms"],
    [999, "999 ms"],
    [1_000, "1 s"],
    [1_500, "2 s"],
    [1_200_000, "1200 s"],
  ])("a limit of %i ms is shown as %s", (acknowledgeMs, expected) => {
    const judged = judgeRow(row("ping", 0, {}), at(9_999), { ...commandLimits, acknowledgeMs });
    expect(judged).toMatchObject({ reason: `No answer within ${expected}` });
  });

  test("a session can be started for 30 s, a turn lasts 25 s at most, what only reads is repeated every 4 s", () => {
    expect(commandLimits).toMatchObject({ expiresMs: 30_000, turnMs: 25_000, repeatMs: 4_000 });
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
  [["cancelled", "done"], "failed", "1 of 2 did not succeed"],
  [["cancelled", "expired"], "failed", "2 of 2 did not succeed"],
  [["rejected", "failed"], "failed", "2 of 2 did not succeed"],
])("rows that ended as %j make the session %s", (ends, status, reason) => {
  const rows = ends.map((end) => ({ end, reason: null }));
  expect(sessionOutcome(rows)).toEqual(status === null ? null : { status, reason });
});

test("a session whose unit was moved or replaced does not say that its machine is offline", () => {
  const reason = "The control unit was moved or replaced";
  expect(moved).toEqual({ end: "rejected", reason, code: "MOVED" });
  expect(sessionOutcome([moved, moved])).toEqual({ status: "failed", reason });
  expect(sessionOutcome([rejected, moved])).toEqual({ status: "failed", reason });
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

test("a machine that is offline and an operator who calls it back end a row in their own words", () => {
  expect(rejected).toEqual({ end: "rejected", reason: "Vending machine is offline", code: "OFFLINE" });
  expect(cancelled).toEqual({ end: "cancelled", reason: "Cancelled before it was sent", code: null });
  expect(expired).toEqual({ end: "expired", reason: "Not sent in time", code: null });
});

test("the states that are bad ends", () => {
  const bad = RowState.options.filter((state) => endedBadly({ state }));
  expect(bad).toEqual(["timeout", "failed", "expired", "rejected", "cancelled"]);
});
