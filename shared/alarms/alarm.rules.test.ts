import { expect, test } from "vitest";
import {
  alarmPlaces,
  bySeverityAndAge,
  isAside,
  longestSnoozeMs,
  mostAlarms,
  needsSomebody,
  placesByAlarms,
} from "./alarm.rules.ts";

const now = Date.UTC(2026, 10, 27, 10);
const at = (ms: number) => new Date(now + ms).toISOString();
const operator = { _id: "u", name: "Anu" };
const open = { state: "open" as const, seenBy: null, snoozedUntil: null, quietUntil: null };

test.each([
  ["open", {}, true, false],
  ["cleared", { state: "cleared" as const }, false, false],
  ["seen", { seenBy: operator }, false, false],
  ["snoozed", { snoozedUntil: at(1) }, false, true],
  ["snoozed until now", { snoozedUntil: at(0) }, true, false],
  ["of a machine under work", { quietUntil: at(1) }, false, true],
  ["of a machine whose work ends now", { quietUntil: at(0) }, true, false],
])("an alarm that is %s needs somebody: %#", (_what, facts, needs, aside) => {
  expect(needsSomebody({ ...open, ...facts } as Parameters<typeof needsSomebody>[0], now)).toBe(needs);
  expect(isAside({ ...open, ...facts }, now)).toBe(aside);
});

test("the worst alarms come first, and of those the oldest", () => {
  const alarm = (severity: "critical" | "warning" | "info", ms: number) => ({ severity, startedAt: at(ms) });
  const sorted = [
    alarm("info", -9),
    alarm("warning", -1),
    alarm("critical", -2),
    alarm("warning", -3),
    alarm("critical", -7),
  ].sort(bySeverityAndAge);
  expect(sorted).toEqual([
    alarm("critical", -7),
    alarm("critical", -2),
    alarm("warning", -3),
    alarm("warning", -1),
    alarm("info", -9),
  ]);
});

test("Home puts machines of critical alarms before the unavailable ones, and none of what is only information", () => {
  expect(alarmPlaces).toEqual({ critical: 50, warning: 150, info: Number.POSITIVE_INFINITY });
});

test("an alarm is put aside for seven days at most, and 500 are listed", () => {
  expect([longestSnoozeMs, mostAlarms]).toEqual([604_800_000, 500]);
});

test("a machine gets the place of its worst alarm, also of one of several machines", () => {
  const alarms = [
    { severity: "critical" as const, machine: null, members: [{ _id: "a" }, { _id: "b" }] },
    { severity: "warning" as const, machine: "a", members: [] },
    { severity: "warning" as const, machine: "c", members: [{ _id: "d" }] },
    { severity: "info" as const, machine: "c", members: [] },
  ];
  expect([...placesByAlarms(alarms)].sort()).toEqual([
    ["a", 50],
    ["b", 50],
    ["c", 150],
  ]);
});
