import { expect, test } from "vitest";
import { createMachineClock } from "./machine-clock.ts";

const gatewayNow = Date.UTC(2026, 0, 1, 12);

test("a unit does not know the time before it was told, and counts on from then", () => {
  let monotonic = 1_000;
  const clock = createMachineClock(0, () => monotonic);
  expect(clock.now()).toBeNull();

  clock.tell(gatewayNow);
  monotonic += 31_000;

  expect(clock.now()).toBe(gatewayNow + 31_000);
  expect(clock.stamp()).toBe("2026-01-01T12:00:31.000Z");
});

test("after a power cut it waits to be told again", () => {
  const clock = createMachineClock(0, () => 0);
  clock.tell(gatewayNow);
  clock.forget();

  expect(clock.now()).toBeNull();
});

test("a wrong clock spoils what the unit writes, never what it decides by", () => {
  const clock = createMachineClock(
    600_000,
    () => 0,
    () => gatewayNow,
  );
  clock.tell(gatewayNow);

  expect(clock.stamp()).toBe("2026-01-01T12:10:00.000Z");
  expect(clock.now()).toBe(gatewayNow);
});
