import { describe, expect, test } from "vitest";
import type { OrderStatus } from "../orders/order-status.ts";
import { checkWhileAwayAt, firstCheckAt, isLastCheck, nextCheckAt } from "./check-times.ts";

const time = new Date("2026-11-22T06:00:00Z");
const hour = 3_600_000;
const at = (hours: number) => new Date(time.getTime() + hours * hour);
const hoursUntilNext = (status: OrderStatus, hours: number, providerOrderId: string | null = "order_1") => {
  const next = nextCheckAt({ time, status, providerOrderId }, at(hours));
  return next && (next.getTime() - time.getTime()) / hour;
};

test("a new order is looked at after a quarter of an hour, one that costs nothing never", () => {
  expect(firstCheckAt({ time, status: "processing" })).toEqual(at(0.25));
  expect(firstCheckAt({ time, status: "payment successful" })).toBeNull();
});

describe("an order is looked at again", () => {
  test.each<[string, OrderStatus, number, number | null]>([
    ["soon while it is young", "processing", 0.25, 0.5],
    ["ever more seldom", "processing", 8, 10],
    ["at the end of its day, to be canceled", "processing", 23, 24],
    ["four times a day after that", "payment canceled", 24, 30],
    ["where a payment failed as well", "payment failed", 48, 54],
    ["never after five more days", "payment canceled", 139, null],
    ["but for one that an operator opened again", "processing", 200, 206],
  ])("%s", (_when, status, hours, expected) => {
    expect(hoursUntilNext(status, hours)).toBe(expected);
  });

  test("only to be canceled where the provider has no order of it", () => {
    expect(hoursUntilNext("processing", 1, null)).toBe(24);
    expect(hoursUntilNext("payment canceled", 24, null)).toBeNull();
  });

  test("some 60 times in all, and never at the moment itself", () => {
    const requested: Date[] = [];
    for (let now: Date | null = at(0.25); now; ) {
      requested.push(now);
      const status = now.getTime() < at(24).getTime() ? "processing" : "payment canceled";
      now = nextCheckAt({ time, status, providerOrderId: "order_1" }, now);
    }
    expect(requested.length).toBeLessThan(60);
    expect(requested.at(-1)?.getTime()).toBeGreaterThan(at(138 - 1).getTime());
    expect(requested.every((one, index) => index === 0 || one > (requested[index - 1] ?? one))).toBe(true);
  });
});

test("the last look is the one that is not followed by another within six days", () => {
  expect([1, 23, 137, 138, 139, 1_000].map((hours) => isLastCheck({ time }, at(hours)))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

describe("while the provider does not answer about an order it is queried again", () => {
  test.each<[string, number, number]>([
    ["each minute at first", 0.25, 1 / 60],
    ["after an hour, once that lasted a day", 24, 1],
    ["four times a day at last", 24 * 30, 6],
  ])("%s", (_when, hours, pause) => {
    expect(checkWhileAwayAt(time, at(hours))).toEqual(at(hours + pause));
  });
});
