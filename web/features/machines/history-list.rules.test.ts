import { describe, expect, test } from "vitest";
import type { HistoryEntry } from "#shared/machines/machine-history.schema.ts";
import { byDay, type DoorEntry, joined, linesOf, namedContainers, timelineLines, uptimeText } from "./history-list.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString();
const connected = (second: number): HistoryEntry => ({ kind: "connected", at: at(second), serialNumber: "CU-1" });
const door = (second: number, channel: number, isLocked = true): DoorEntry => ({
  kind: "door",
  at: at(second),
  serialNumber: "CU-1",
  channel,
  containerId: `${channel}`,
  isLocked,
  unlisted: 0,
});
const goingOn = (now: number): HistoryEntry => ({ kind: "gap", at: at(now), from: at(1), to: null });
const seconds = (entries: HistoryEntry[]) => entries.map((entry) => new Date(entry.at).getUTCSeconds());

describe("the newest page, read again", () => {
  test("is put before the older ones that were read already", () => {
    const known = { entries: [9, 8, 7, 6, 5].map(connected), more: false };

    const list = joined({ entries: [11, 10, 9, 8].map(connected), more: true }, known);

    expect(seconds(list.entries)).toEqual([11, 10, 9, 8, 7, 6, 5]);
    expect(list.more).toBe(false);
  });

  test("stands alone where so much has happened that something is missing between", () => {
    const known = { entries: [9, 8, 7].map(connected), more: false };

    const list = joined({ entries: [30, 29, 28].map(connected), more: true }, known);

    expect(seconds(list.entries)).toEqual([30, 29, 28]);
    expect(list.more).toBe(true);
  });

  test("that has everything replaces what was known", () => {
    const newest = { entries: [connected(11)], more: false };

    expect(joined(newest, { entries: [9, 8].map(connected), more: true })).toEqual(newest);
    expect(joined(newest, { entries: [11, 10].map(connected), more: true })).toEqual(newest);
  });

  test("without an entry, or reaching back as far as all that is known, stands alone", () => {
    const known = { entries: [connected(9), connected(8)], more: false };

    expect(joined({ entries: [], more: true }, known)).toEqual({ entries: [], more: true });
    expect(joined({ entries: [11, 10, 9, 8].map(connected), more: true }, known).more).toBe(true);
  });

  test("keeps a gap that was over", () => {
    const over: HistoryEntry = { kind: "gap", at: at(7), from: at(1), to: at(7) };
    const known = { entries: [connected(9), over], more: false };

    expect(seconds(joined({ entries: [connected(10), connected(9)], more: true }, known).entries)).toEqual([10, 9, 7]);
  });

  test("forgets a gap that went on when the older ones were read", () => {
    const known = { entries: [connected(9), goingOn(7), connected(6)], more: false };

    const list = joined({ entries: [connected(10), connected(9)], more: true }, known);

    expect(seconds(list.entries)).toEqual([10, 9, 6]);
  });
});

test("locks that were reported alike one after another are one line, and every line has a key of its own", () => {
  const alike = [door(50, 1), door(41, 2), door(39, 3)];
  const lines = linesOf([...alike, door(38, 3, false), door(38, 1), connected(3), connected(3), door(2, 1)]);

  expect(lines.map((line) => ("doors" in line ? line.doors.length : line.entry.kind))).toEqual([
    ...[2, 1, 1, 1],
    ...["connected", "connected"],
    1,
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
});

const lengths = (entries: HistoryEntry[]) =>
  linesOf(entries).map((line) => ("doors" in line ? line.doors.length : line.entry.kind));

test("they are one line of the timeline, too, under the newest", () => {
  const lines = timelineLines([connected(40), door(39, 3), door(38, 2), door(37, 2, false), door(20, 1)]);
  expect(lines.map(({ entry, doors }) => [entry.kind, doors.length])).toEqual([
    ["connected", 0],
    ["door", 2],
    ["door", 1],
    ["door", 1],
  ]);
});

test("one moment is 10 s at most, of one unit", () => {
  const newest = door(50, 1);
  const justOver = new Date(Date.parse(at(40)) - 1).toISOString();

  expect(lengths([newest, door(40, 2)])).toEqual([2]);
  expect(lengths([newest, { ...door(40, 2), at: justOver }])).toEqual([1, 1]);
  expect(lengths([newest, { ...door(49, 2), serialNumber: "CU-2" }])).toEqual([1, 1]);
});

test("a line keeps its key when the list is read again, and the same once more is counted", () => {
  const command: HistoryEntry = {
    kind: "command",
    at: at(30),
    sessionId: "5".repeat(24),
    type: "open",
    containers: ["1"],
    status: "completed",
    reason: null,
    startedBy: "Asha",
  };
  const entries = [command, goingOn(20), connected(3), connected(3), connected(3), door(2, 4)];

  expect(linesOf(entries).map(({ key }) => key)).toEqual([
    "5".repeat(24),
    `gap ${at(1)}`,
    `connected ${at(3)} CU-1`,
    `connected ${at(3)} CU-1 1`,
    `connected ${at(3)} CU-1 2`,
    `door ${at(2)} CU-1 4 true`,
  ]);
});

test("lines stand beneath their days", () => {
  const days = byDay(linesOf([connected(3), connected(2), door(1, 1)]), (when) =>
    when > Date.parse(at(1)) ? "b" : "a",
  );

  expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});

test.each([
  [1, "100 %"],
  [0.999999, "99.99 %"],
  [0.9, "90 %"],
  [0.12345, "12.34 %"],
  [0.995, "99.5 %"],
  [0, "0 %"],
  [null, "–"],
])("an uptime of %s reads %s", (share, words) => {
  expect(uptimeText(share)).toBe(words);
});

test.each([
  [[], ""],
  [["7"], "7"],
  [["3", "4"], "3 and 4"],
  [["3", "4", "7"], "3, 4 and 7"],
  [["3", "", "7"], "3, ? and 7"],
  [["1", "2", "3", "4", "5", "6", "7", "8", "9"], "1, 2, 3, 4, 5, 6, 7, 8 and 9"],
  [["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], "1, 2, 3, 4, 5, 6, 7, 8 and 2 more"],
])("containers %j are named %s", (labels, words) => {
  expect(namedContainers(labels)).toBe(words);
});
