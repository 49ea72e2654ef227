import { expect, test } from "vitest";
import { dutyOrder, isAbout, isInHours } from "./alarm-rule.rules.ts";

const zone = "Asia/Kolkata";
const day = 86_400_000;
/** Monday, 23 November 2026, at midnight in Kolkata. */
const monday = Date.UTC(2026, 10, 22, 18, 30);
const at = (days: number, hour: number) => monday + days * day + hour * 3_600_000;

test("a night that begins on Friday ends on Saturday, and the last of Sunday on Monday", () => {
  const nights = { weekdays: ["fri" as const, "sun" as const], from: "22:00", until: "06:00" };
  const holds = (days: number, hour: number) => isInHours(nights, at(days, hour), zone);
  expect([holds(4, 21.9), holds(4, 22), holds(5, 5.9), holds(5, 6), holds(5, 23)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect([holds(6, 23), holds(7, 5), holds(7, 6), holds(0, 5)]).toEqual([true, true, false, true]);
  expect(isInHours({ weekdays: ["tue"], from: "00:00", until: "00:00" }, at(1, 12), zone)).toBe(true);
  expect(isInHours(null, at(0, 0), zone)).toBe(true);
});

test("a rule is about its kinds, its severity and what is worse, and its regions", () => {
  const rule = { kinds: [], severity: "warning" as const, regions: ["kochi"] };
  const offline = { kind: "machine-offline" as const, severity: "critical" as const };
  expect(isAbout(rule, offline, ["kochi"])).toBe(true);
  expect(isAbout(rule, offline, ["goa"])).toBe(false);
  expect(isAbout(rule, { ...offline, severity: "info" }, ["kochi"])).toBe(false);
  expect(isAbout({ ...rule, kinds: ["temperature"] }, offline, ["kochi"])).toBe(false);
  expect(isAbout({ ...rule, regions: [] }, offline, [])).toBe(true);
  expect(isAbout(rule, { ...offline, severity: "warning" }, ["kochi"])).toBe(true);
  expect(isAbout(rule, offline, ["goa", "kochi"])).toBe(true);
});

test("the rota moves on once a week at its hand-over; who is away is passed over until they are back", () => {
  const rota = (["a", "b", "c"] as const).map((id) => ({ id, awayUntil: id === "b" ? at(10, 0) : null }));
  const handOver = { weekday: "mon" as const, at: "09:00" };
  const order = (now: number) => dutyOrder({ rota, handOver, turnsFrom: at(2, 12) }, now, zone).map(({ id }) => id);
  expect(order(at(7, 8.9))).toEqual(["a", "c"]);
  expect(order(at(7, 9))).toEqual(["c", "a"]);
  expect(order(at(10, 1))).toEqual(["b", "c", "a"]);
  expect(order(at(14, 9))).toEqual(["c", "a", "b"]);
  expect(order(at(21, 9))).toEqual(["a", "b", "c"]);
  expect(dutyOrder({ rota, handOver: null, turnsFrom: 0 }, at(14, 9), zone).map(({ id }) => id)).toEqual([
    "a",
    "b",
    "c",
  ]);
});

test("a hand-over on another day than Monday counts its weeks from itself; who is back at this moment is on duty", () => {
  const rota = [
    { id: "a", awayUntil: at(9, 18) },
    { id: "b", awayUntil: null },
  ];
  const handOver = { weekday: "wed" as const, at: "18:00" };
  const order = (now: number) =>
    dutyOrder({ rota, handOver, turnsFrom: at(0, 12) + 29_000 }, now, zone).map(({ id }) => id);
  expect(order(at(2, 18) - 1)).toEqual(["b"]);
  expect(order(at(2, 18))).toEqual(["b"]);
  expect(order(at(9, 18) - 1)).toEqual(["b"]);
  expect(order(at(9, 18))).toEqual(["a", "b"]);
  expect(order(at(9, 18) + 59_000)).toEqual(["a", "b"]);
  expect(order(at(16, 18))).toEqual(["b", "a"]);
  expect(dutyOrder({ rota: [], handOver, turnsFrom: 0 }, at(9, 18), zone)).toEqual([]);
});
