import { expect, test } from "vitest";
import { createMachineClock } from "./machine-clock.ts";

const gatewayNow = Date.UTC(2026, 0, 1, 12);

/** A clock whose monotonic time the test moves. */
const underTest = (clockAheadMs = 0) => {
  let monotonic = 1_000;
  const clock = createMachineClock(
    clockAheadMs,
    () => monotonic,
    () => gatewayNow,
  );
  return {
    clock,
    pass: (ms: number) => {
      monotonic += ms;
    },
    subscribe: () => {
      clock.requestTime();
      clock.granted();
    },
  };
};

test("a unit does not know the time before it received it, and counts on from then", () => {
  const { clock, pass, subscribe } = underTest();
  subscribe();
  expect(clock.now()).toBeNull();

  clock.receive(gatewayNow);
  pass(31_000);

  expect(clock.now()).toBe(gatewayNow + 31_000);
  expect(clock.stamp()).toBe("2026-01-01T12:00:31.000Z");
});

test("a time that lay 40 s in a buffer does not leave the clock behind", () => {
  const { clock, pass, subscribe } = underTest();
  subscribe();
  pass(40_000);

  clock.receive(gatewayNow);

  expect(clock.now()).toBe(gatewayNow + 40_000);
  expect(clock.wasPrompt()).toBe(false);
});

test("a time that never comes is requested again soon", () => {
  const { clock, subscribe } = underTest();

  subscribe();

  expect(clock.wasPrompt()).toBe(false);
});

test("a later time moves the clock forward only: it may have been on its way for long", () => {
  const { clock, pass, subscribe } = underTest();
  subscribe();
  clock.receive(gatewayNow);
  pass(600_000);

  clock.receive(gatewayNow + 560_000);
  expect(clock.now()).toBe(gatewayNow + 600_000);
  clock.receive(gatewayNow + 600_200);
  expect(clock.now()).toBe(gatewayNow + 600_200);
});

test("subscribing again sets the clock back where it ran fast", () => {
  const { clock, pass, subscribe } = underTest();
  subscribe();
  clock.receive(gatewayNow);
  pass(3_600_000);

  subscribe();
  pass(50);
  clock.receive(gatewayNow + 3_599_000);

  expect(clock.now()).toBe(gatewayNow + 3_599_050);
  expect(clock.wasPrompt()).toBe(true);
});

test("a time that was under way before the unit subscribed again does not set the clock", () => {
  const { clock, pass, subscribe } = underTest();
  subscribe();
  clock.receive(gatewayNow);
  pass(40_000);
  clock.requestTime();
  clock.receive(gatewayNow + 1_000);
  expect(clock.now()).toBe(gatewayNow + 40_000);

  clock.granted();
  clock.receive(gatewayNow + 40_010);
  expect(clock.now()).toBe(gatewayNow + 40_010);
});

test("a time that nobody requested is not believed", () => {
  const { clock } = underTest();
  clock.receive(gatewayNow);
  expect(clock.now()).toBeNull();
});

test("after a power cut it waits for the time again", () => {
  const { clock, subscribe } = underTest();
  subscribe();
  clock.receive(gatewayNow);
  clock.forget();

  expect(clock.now()).toBeNull();
});

test("a wrong clock spoils what the unit writes, never what it decides by", () => {
  const { clock, subscribe } = underTest(600_000);
  subscribe();
  clock.receive(gatewayNow);

  expect(clock.stamp()).toBe("2026-01-01T12:10:00.000Z");
  expect(clock.now()).toBe(gatewayNow);
});
