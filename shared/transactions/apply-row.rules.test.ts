import { describe, expect, test } from "vitest";
import { type CanChange, changeOfRow, containerAfter, type KnownCan, type ReportedRow } from "./apply-row.rules.ts";

const can = (options: Partial<KnownCan> = {}): KnownCan => ({
  status: "pending",
  session: "one",
  live: "one",
  openedIn: null,
  closedIn: null,
  failedIn: null,
  review: null,
  ...options,
});
const row = (options: Partial<ReportedRow> = {}): ReportedRow => ({
  session: "one",
  opened: null,
  closed: false,
  failed: null,
  sent: true,
  end: null,
  ...options,
});
const ended = (end: "timeout" | "done" | "rejected", code: string | null = null) => ({
  end,
  reason: end === "done" ? null : "Not seen open within 15 s",
  code,
});
const jammed = { code: "DOOR_JAMMED", message: "the door is jammed" };
const uncoded = { code: null, message: "no power" };
const unknown = { code: "LOW_VOLTAGE", message: "11.2 V" };
const opening = { openedIn: "one", containerOpen: true, containerOpenTime: 5, emptyDue: true } as const;

const cases: [string, KnownCan, ReportedRow, CanChange][] = [
  ["nothing heard yet", can(), row(), {}],
  ["seen open", can(), row({ opened: 5 }), { ...opening, status: "opened" }],
  [
    "seen open and closed, and ended well",
    can(),
    row({ opened: 5, closed: true, end: ended("done") }),
    { ...opening, status: "opened", containerClose: true, closedIn: "one", live: null },
  ],
  ["seen open, known already", can({ status: "opened", openedIn: "one" }), row({ opened: 5 }), {}],
  [
    "seen open in an earlier session, while a later one is live",
    can({ session: "two", live: "two" }),
    row({ opened: 5 }),
    { ...opening, status: "opened" },
  ],
  [
    "seen open for a second time, in another container",
    can({ status: "opened", openedIn: "zero" }),
    row({ opened: 5 }),
    { emptyDue: true, review: "opened twice" },
  ],
  [
    "seen open after the refund",
    can({ status: "failed", live: null }),
    row({ opened: 5, end: ended("timeout") }),
    { ...opening, review: "opened after refund" },
  ],
  [
    "seen open, and counted as taken by other means",
    can({ status: "opened", live: null }),
    row({ opened: 5 }),
    opening,
  ],
  [
    "failed without a word of why",
    can(),
    row({ failed: { code: null, message: null } }),
    { failedIn: "one", vendingMachineMessage: "" },
  ],
  [
    "ended badly without a word of why",
    can(),
    row({ end: { end: "timeout", reason: null, code: null } }),
    { vendingMachineMessage: "", live: null },
  ],
  ["closed, and never seen open", can(), row({ closed: true }), {}],
  [
    "failed at the machine",
    can(),
    row({ failed: jammed }),
    { failedIn: "one", vendingMachineMessage: "DOOR_JAMMED", isContainerWorking: false },
  ],
  ["failed without a code", can(), row({ failed: uncoded }), { failedIn: "one", vendingMachineMessage: "no power" }],
  [
    "failed with a code that nobody knows",
    can(),
    row({ failed: unknown }),
    { failedIn: "one", vendingMachineMessage: "LOW_VOLTAGE" },
  ],
  [
    "failed for a lock that the machine does not have",
    can(),
    row({ failed: { code: "NO_SUCH_LOCK", message: null } }),
    { failedIn: "one", vendingMachineMessage: "NO_SUCH_LOCK", isContainerWorking: false },
  ],
  [
    "refused by a unit without time",
    can(),
    row({ failed: { code: "NO_TIME", message: null }, end: { end: "failed", reason: "NO_TIME", code: "NO_TIME" } }),
    { failedIn: "one", vendingMachineMessage: "NO_TIME", live: null },
  ],
  ["failed, known already", can({ failedIn: "one", live: null }), row({ failed: jammed, end: ended("timeout") }), {}],
  [
    "ended by its limit",
    can(),
    row({ end: ended("timeout") }),
    { vendingMachineMessage: "Not seen open within 15 s", live: null },
  ],
  [
    "ended with a code",
    can(),
    row({ end: ended("rejected", "MOVED") }),
    { vendingMachineMessage: "MOVED", live: null },
  ],
  ["ended, known already", can({ live: null }), row({ end: ended("timeout") }), {}],
  ["ended, of an earlier session", can({ session: "two", live: "two" }), row({ end: ended("timeout") }), {}],
];

test.each(cases)("%s", (_words, known, reported, change) => {
  expect(changeOfRow(known, reported)).toEqual(change);
});

test.each(cases)("%s: applied once more, it changes only the container", (_words, known, reported) => {
  const {
    emptyDue: _due,
    containerOpen: _open,
    containerOpenTime: _time,
    containerClose: _close,
    ...change
  } = changeOfRow(known, reported);
  const { vendingMachineMessage: _message, isContainerWorking: _working, ...after } = { ...known, ...change };

  const { emptyDue: _again, ...nothing } = changeOfRow(after, reported);

  expect(nothing).toEqual({});
});

describe("the container", () => {
  test.each([
    ["seen open", "opened", { opened: 5 }, "empty"],
    ["seen open after the refund", "failed", { opened: 5, end: ended("timeout") }, "empty"],
    ["seen open although it failed", "opened", { opened: 5, failed: jammed }, "empty"],
    ["failed", "pending", { failed: jammed, end: ended("timeout") }, "disabled"],
    ["failed for a reason that nobody knows", "pending", { failed: unknown, end: ended("timeout") }, null],
    ["failed so and refunded", "failed", { failed: unknown, end: ended("timeout") }, "to be checked"],
    ["failed without a code and refunded", "failed", { failed: uncoded, end: ended("timeout") }, "to be checked"],
    ["waits", "pending", {}, null],
    ["not seen open, and not given up", "pending", { end: ended("timeout") }, null],
    ["not seen open, refunded", "failed", { end: ended("timeout") }, "to be checked"],
    ["never sent, refunded", "failed", { end: ended("rejected"), sent: false }, "for sale"],
    [
      "refused by a unit without time, refunded",
      "failed",
      { failed: { code: "NO_TIME", message: null }, end: ended("timeout") },
      "for sale",
    ],
    ["commanded while another one opened", "opened", { end: ended("timeout") }, "to be checked"],
    ["still commanded while another one opened", "opened", {}, null],
  ] as const)("%s: %s, %j: %s", (_words, status, reported, becomes) => {
    expect(containerAfter(status, row(reported))).toBe(becomes);
  });
});
