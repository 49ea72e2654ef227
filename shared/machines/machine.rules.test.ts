import { expect, test } from "vitest";
import {
  indicatorStatus,
  machineStatus,
  machineStatuses,
  presenceFacts,
  silentAfterSeconds,
  tolerableClockOffsetSeconds,
} from "./machine.rules.ts";

const now = Date.UTC(2026, 0, 1, 12);

test.each([
  { says: "heard a second ago", hasUnit: true, ago: 1_000, status: "Online", indicator: "Online" },
  { says: "heard exactly 75 s ago", hasUnit: true, ago: 75_000, status: "Online", indicator: "Online" },
  { says: "heard just over 75 s ago", hasUnit: true, ago: 75_001, status: "Offline", indicator: "Offline" },
  { says: "heard last week", hasUnit: true, ago: 604_800_000, status: "Offline", indicator: "Offline" },
  { says: "never heard", hasUnit: true, ago: null, status: "Unavailable", indicator: "Offline" },
  {
    says: "heard, but its unit is no longer authorised",
    hasUnit: false,
    ago: 1_000,
    status: "Unavailable",
    indicator: "Offline",
  },
  { says: "heard in the future of a slow clock", hasUnit: true, ago: -5_000, status: "Online", indicator: "Online" },
] as const)("a machine $says is $status", ({ hasUnit, ago, status, indicator }) => {
  const found = machineStatus({ hasUnit, lastSeen: ago === null ? null : now - ago }, now);

  expect(found).toBe(status);
  expect(indicatorStatus(found)).toBe(indicator);
});

const noon = "2026-01-01T12:00:00.000Z";

test.each([
  { says: "with an authorised unit", unit: { authorised: true }, at: noon, hasUnit: true, lastSeen: now },
  { says: "whose unit is unauthorised", unit: { authorised: false }, at: noon, hasUnit: false, lastSeen: now },
  { says: "without a unit", unit: null, at: noon, hasUnit: false, lastSeen: now },
  { says: "that was never heard", unit: { authorised: true }, at: null, hasUnit: true, lastSeen: null },
])("a machine $says is judged by the data of its screen", ({ unit, at, hasUnit, lastSeen }) => {
  expect(presenceFacts({ unit, lastSeenOnline: at })).toEqual({ hasUnit, lastSeen });
});

test("the states that are filtered by, the threshold of 75 s and a minute for a unit's clock", () => {
  expect(machineStatuses).toEqual(["Online", "Offline", "Unavailable"]);
  expect([silentAfterSeconds, tolerableClockOffsetSeconds]).toEqual([75, 60]);
});
