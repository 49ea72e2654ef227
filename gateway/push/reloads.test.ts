import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReloads } from "./reloads.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("orders of one cause are one reload, after the last of them", () => {
  const reload = vi.fn();
  const { order } = createReloads(reload);

  order(1_500);
  vi.advanceTimersByTime(1_000);
  order(200);
  order(1_500);
  vi.advanceTimersByTime(1_499);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);

  order(200);
  vi.advanceTimersByTime(200);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("orders without an end do not keep pages old for ever", () => {
  const reload = vi.fn();
  const { order } = createReloads(reload);

  for (let n = 0; n < 10; n += 1) {
    order(1_000);
    vi.advanceTimersByTime(500);
  }
  expect(reload).toHaveBeenCalledTimes(1);
});
