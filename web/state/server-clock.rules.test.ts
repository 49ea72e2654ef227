import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteServerTime, serverNow } from "./server-clock.ts";

const hour = 3_600_000;
const now = Date.parse("2026-11-27T10:00:00.000Z");

beforeEach(() => vi.useFakeTimers({ now }));
afterEach(() => vi.useRealTimers());

test("a computer whose clock was put right while the console is open shows the right time with the next answer", () => {
  vi.setSystemTime(now + 3 * hour);
  noteServerTime(`${now}`, now + 3 * hour);
  expect(serverNow()).toBe(now);

  vi.setSystemTime(now);
  noteServerTime(`${now}`, now);

  expect(serverNow()).toBe(now);
});

test("an answer during which the clock was put right says nothing, nor does a slow one, or one without the time", () => {
  noteServerTime(`${now}`, now);
  for (const requestedAt of [now + 3 * hour, now - 3_000]) noteServerTime(`${now + hour}`, requestedAt);
  noteServerTime(null, now);

  expect(serverNow()).toBe(now);
});
