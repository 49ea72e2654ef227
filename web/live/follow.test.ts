import { expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type Followed, type FollowSpec, follow, type LoadHow, loadAgain } from "./follow.ts";
import type { LiveEvent } from "./live-client.ts";

interface Counter {
  count: number;
}
const t = (time: number) => time.toString(16).padStart(16, "0");
const incoming = (time: number, count: number) =>
  ({ name: "profile.changed", t: t(time), view: { depositCount: count } }) as unknown as LiveEvent;

/** A socket that the test controls. */
const hand = () => {
  let hear: (event: LiveEvent) => void = () => undefined;
  const joins: string[][] = [];
  return {
    joins,
    publish: (event: LiveEvent) => hear(event),
    live: {
      connected: () => true,
      join: async (_: object, rooms: string[]) => {
        joins.push(rooms);
      },
      leave: vi.fn(),
      listen: (listener: (event: LiveEvent) => void) => {
        hear = listener;
        return () => undefined;
      },
    },
  };
};

/** Loads that the test answers one by one. */
const loads = () => {
  const answers: ((answer: { data: Counter; asOf: string } | { error: string }) => void)[] = [];
  const load: FollowSpec<Counter>["load"] = () => new Promise((resolve) => answers.push(resolve));
  return { load, answers };
};

const open = () => {
  const { load, answers } = loads();
  const { live, publish, joins } = hand();
  const seen: Followed<Counter>[] = [];
  const following = follow<Counter>(
    live,
    { rooms: ["profiles"], load, handlers: { "profile.changed": (_, view) => ({ count: view.depositCount }) } },
    (followed) => seen.push(followed),
  );
  const shown = () => seen.at(-1)?.data?.count;
  const answer = async (index: number, time: number, count: number) => {
    await eventually(() => expect(answers.length).toBeGreaterThan(index));
    answers[index]?.({ data: { count }, asOf: t(time) });
    await Promise.resolve();
    await Promise.resolve();
  };
  return { answers, answer, publish, joins, seen, shown, following, live };
};

test("a load counts as requested when the operator requests it, not at first and not after a reconnect", async () => {
  const requested: boolean[] = [];
  const { live, publish } = hand();
  const load: FollowSpec<Counter>["load"] = async (how) => {
    requested.push(how.requested);
    return { data: { count: 1 }, asOf: t(1) };
  };
  const following = follow<Counter>(live, { rooms: ["profiles"], load, handlers: {} }, () => undefined);
  await eventually(() => expect(requested).toEqual([false]));

  following.retry();
  await eventually(() => expect(requested).toEqual([false, true]));
  publish({ name: "connected" });

  await eventually(() => expect(requested).toEqual([false, true, false]));
});

test("what the clock alone changes is loaded again by itself until the page is left", async () => {
  vi.useFakeTimers();
  try {
    const requested: boolean[] = [];
    const load: FollowSpec<Counter>["load"] = async (how) => {
      requested.push(how.requested);
      return { data: { count: 1 }, asOf: t(1) };
    };
    const spec = { rooms: ["profiles" as const], load, handlers: {}, againEveryMs: 30_000 };
    const following = follow<Counter>(hand().live, spec, () => undefined);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(requested).toEqual([false]);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(requested).toEqual([false, false, false]);

    following.stop();

    await vi.advanceTimersByTimeAsync(90_000);
    expect(requested).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test("a page joins before it loads", async () => {
  const page = open();

  await eventually(() => expect(page.answers).toHaveLength(1));

  expect(page.joins).toEqual([["profiles"]]);
});

test("an event that the load has already seen is dropped, the rest is applied in order", async () => {
  const page = open();
  await eventually(() => expect(page.answers).toHaveLength(1));
  page.publish(incoming(5, 5));
  page.publish(incoming(8, 8));
  page.publish(incoming(9, 9));

  await page.answer(0, 8, 8);

  expect(page.shown()).toBe(9);
  expect(page.seen.map((one) => one.data?.count).filter((count) => count !== undefined)).not.toContain(5);
});

test("after a reconnect the page joins and loads again, and keeps showing what was there", async () => {
  const page = open();
  await page.answer(0, 8, 8);

  page.publish({ name: "connected" });
  expect(page.shown()).toBe(8);
  await page.answer(1, 20, 20);

  expect(page.joins).toHaveLength(2);
  expect(page.shown()).toBe(20);
});

test("an answer of an earlier round never replaces a later one", async () => {
  const page = open();
  await eventually(() => expect(page.answers).toHaveLength(1));
  page.publish({ name: "reload", rooms: ["profiles"] });
  await page.answer(1, 20, 20);

  page.answers[0]?.({ data: { count: 1 }, asOf: t(1) });
  await Promise.resolve();

  expect(page.shown()).toBe(20);
});

test("a reload of other rooms does not concern the page", async () => {
  const page = open();
  await page.answer(0, 8, 8);

  page.publish({ name: "reload", rooms: ["machines"] });
  await Promise.resolve();

  expect(page.answers).toHaveLength(1);
});

test("a failed load says so, keeps what was there, and can be tried again", async () => {
  const page = open();
  await page.answer(0, 8, 8);
  page.publish({ name: "reload", rooms: [] });
  await eventually(() => expect(page.answers).toHaveLength(2));

  page.answers[1]?.({ error: "Failed to feth Orders" });
  await eventually(() => expect(page.seen.at(-1)?.error).toBe("Failed to feth Orders"));
  expect(page.shown()).toBe(8);

  page.following.retry();
  await page.answer(2, 9, 9);
  expect(page.seen.at(-1)).toEqual({ data: { count: 9 }, loading: false });
});

test("a handler that cannot derive the state has the page load again", async () => {
  const { load, answers } = loads();
  const { live, publish } = hand();
  follow<Counter>(
    live,
    { rooms: ["profiles"], load, handlers: { "profile.changed": () => loadAgain } },
    () => undefined,
  );
  await eventually(() => expect(answers).toHaveLength(1));
  answers[0]?.({ data: { count: 1 }, asOf: t(1) });
  await Promise.resolve();
  await Promise.resolve();

  publish(incoming(2, 2));

  await eventually(() => expect(answers).toHaveLength(2));
});

test("what a reply contains is not replaced by a load that began before it: the page loads once more", async () => {
  const page = open();
  await page.answer(0, 8, 8);
  page.publish({ name: "reload", rooms: [] });
  await eventually(() => expect(page.answers).toHaveLength(2));

  page.following.update(() => ({ count: 9 }));
  await page.answer(1, 8, 8);
  await page.answer(2, 10, 10);

  expect(page.shown()).toBe(10);
  expect(page.seen.map((one) => one.data?.count).filter((count) => count !== undefined)).toEqual([8, 8, 9, 9, 10]);
  page.following.update(() => ({ count: 11 }));
  expect(page.answers).toHaveLength(3);
});

test("a page that was closed leaves its rooms", () => {
  const page = open();

  page.following.stop();

  expect(page.live.leave).toHaveBeenCalledWith(expect.anything(), ["profiles"]);
});

test("what was prefetched is shown before the page has joined, and is loaded again behind it", async () => {
  const { answers, load } = loads();
  const { live, joins } = hand();
  const seen: Followed<Counter>[] = [];
  const early: (boolean | undefined)[] = [];
  const waiting = { isAhead: true };
  const spec: FollowSpec<Counter> = {
    rooms: ["profiles"],
    load: Object.assign(
      (how: LoadHow) => {
        early.push(how.early);
        waiting.isAhead = false;
        return load(how);
      },
      { waitsAhead: () => waiting.isAhead },
    ),
    handlers: {},
  };
  follow<Counter>(live, spec, (followed) => seen.push(followed));
  await eventually(() => expect(answers).toHaveLength(1));
  expect(joins).toEqual([]);

  answers[0]?.({ data: { count: 1 }, asOf: t(1) });
  await eventually(() => expect(answers).toHaveLength(2));
  expect(seen.at(-1)?.data).toEqual({ count: 1 });
  expect(joins).toEqual([["profiles"]]);
  answers[1]?.({ data: { count: 2 }, asOf: t(2) });

  await eventually(() => expect(seen.at(-1)?.data).toEqual({ count: 2 }));
  expect(early).toEqual([true, false]);
});
