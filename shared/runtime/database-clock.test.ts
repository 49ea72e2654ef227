import { expect, test, vi } from "vitest";
import { createDatabaseClock } from "./database-clock.ts";

const epoch = 1_760_000_000_000;

/** MongoDB's clock, the process's and the monotonic one, all under the test's hand. */
const world = () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const at = { monotonic: 5_000, database: epoch, process: epoch, thereMs: 0, backMs: 0 };
  const pass = (ms: number) => {
    at.monotonic += ms;
    at.database += ms;
    at.process += ms;
  };
  const clock = createDatabaseClock({
    readTime: async () => {
      pass(at.thereMs);
      const answer = Math.floor(at.database);
      pass(at.backMs);
      return answer;
    },
    processClock: { now: () => at.process },
    monotonicMs: () => at.monotonic,
    log,
  });
  return { at, pass, clock, log };
};

test.each([
  [0, 0],
  [0, 400],
  [400, 0],
  [120, 30],
])("an answer that took %i ms there and %i ms back bounds the time from both sides", async (thereMs, backMs) => {
  const { at, clock, pass } = world();
  at.process -= 15_000;
  Object.assign(at, { thereMs, backMs });
  await clock.measure();
  pass(10_000);

  expect(Math.abs(clock.now() - at.database)).toBeLessThanOrEqual(clock.uncertaintyMs());
  expect(clock.uncertaintyMs()).toBeLessThanOrEqual((thereMs + backMs) / 2 + 6);
  expect(await clock.latest()).toBeGreaterThanOrEqual(at.database);
});

test("the narrowest answer counts until drift has made a newer one narrower", async () => {
  const { at, clock, pass } = world();
  await clock.measure();
  at.backMs = 500;
  await clock.measure();
  expect(clock.uncertaintyMs()).toBeLessThan(2);

  pass(600_000);
  await clock.measure();
  expect(clock.uncertaintyMs()).toBeCloseTo(250.5);
});

test("a database whose clock was set, or another one, is believed at once, and listeners are notified", async () => {
  const { at, clock } = world();
  const set = vi.fn();
  clock.onSet(set);
  await clock.measure();
  await clock.measure();
  expect(set).not.toHaveBeenCalled();

  at.database += 5_000;
  await clock.measure();

  expect(clock.now()).toBeGreaterThan(epoch + 4_999);
  expect(set).toHaveBeenCalledOnce();
  at.database -= 15_000;
  await clock.measure();
  expect(set.mock.calls.map(([byMs]) => Math.round(byMs))).toEqual([5_000, -15_000]);
});

test("a process whose clock differs is not ready, logs it once, and gives the database's time all the same", async () => {
  const { at, clock, log } = world();
  at.process += 15_000;
  await clock.measure();
  await clock.measure();

  const words = "this computer's clock is 15.0 s ahead of MongoDB's: set both by NTP";
  expect(clock.complaint()).toBe(words);
  expect(log.warn.mock.calls).toEqual([[`not ready: ${words}`]]);
  expect(Math.abs((await clock.latest()) - at.database)).toBeLessThan(10);

  at.process -= 15_900;
  await clock.measure();
  expect(clock.complaint()).toBeNull();
  expect(log.info).toHaveBeenCalledOnce();
});

test("a time that is not known to a second is not given", async () => {
  const { at, clock } = world();
  Object.assign(at, { thereMs: 1_500, backMs: 1_500 });
  await expect(clock.latest()).rejects.toThrow("not known well enough");
  expect(clock.complaint()).toBe("MongoDB's clock is known here only to 1.5 s");
});

test("a computer that slept measures again before it gives the time", async () => {
  const { at, clock } = world();
  await clock.measure();
  // The monotonic clock stood still.
  at.process += 60_000;
  at.database += 60_000;
  expect(clock.complaint()).toBe("MongoDB's clock is not known here");

  expect(await clock.latest()).toBeGreaterThanOrEqual(epoch + 60_000);
  expect(clock.complaint()).toBeNull();
});
