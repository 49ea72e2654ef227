import { beforeEach, expect, test, vi } from "vitest";
import { playLive } from "../testing/played-live.ts";
import { type Followed, follow, type Loaded } from "./follow.ts";
import type { LiveEvent } from "./live-client.ts";
import { mostWaiting } from "./waiting-events.ts";

interface Counter {
  count: number;
}
const t = (time: number) => time.toString(16).padStart(16, "0");
const incoming = (time: number, count: number) =>
  ({ name: "profile.changed", t: t(time), view: { depositCount: count } }) as unknown as LiveEvent;
const is = (count: number, time: number): Loaded<Counter> => ({ data: { count }, asOf: t(time) });
const away: Loaded<Counter> = { error: "The server cannot answer right now; try again shortly" };

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));

/** A page whose loads are answered one after another by these; a missing one stays open until `answer`. */
const open = async (...answers: Loaded<Counter>[]) => {
  let last: Followed<Counter> = { loading: true };
  let settle: (answer: Loaded<Counter>) => void = () => undefined;
  const loads: { again: boolean; requested: boolean }[] = [];
  const { live, hear } = playLive();
  const following = follow<Counter>(
    live,
    {
      rooms: ["profiles"],
      load: async ({ again, requested }) => {
        loads.push({ again, requested });
        return (
          answers.shift() ??
          new Promise<Loaded<Counter>>((resolve) => {
            settle = resolve;
          })
        );
      },
      handlers: { "profile.changed": (_, view) => ({ count: view.depositCount }) },
    },
    (followed) => {
      last = followed;
    },
  );
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(0);
  return {
    following,
    loads,
    pass,
    shown: () => last,
    publish: (event: LiveEvent) => hear(event),
    reload: () => hear({ name: "reload", rooms: [] }),
    answer: async (answer: Loaded<Counter>) => {
      settle(answer);
      await pass(0);
    },
  };
};

test("a load again that fails is tried again by itself until it is true; meanwhile the page says since when it is old", async () => {
  const page = await open(is(1, 1), away, away, is(2, 2));
  await vi.advanceTimersByTimeAsync(5_000);
  page.reload();
  await page.pass(0);
  expect(page.shown()).toMatchObject({ data: { count: 1 }, error: away.error, oldSince: 1_005_000 });

  await page.pass(1_000);
  expect(page.shown()).toMatchObject({ data: { count: 1 }, error: away.error, oldSince: 1_005_000 });
  await page.pass(2_000);

  expect(page.shown()).toEqual({ data: { count: 2 }, loading: false });
  expect(page.loads.slice(1)).toEqual([
    { again: true, requested: false },
    { again: true, requested: false },
    { again: true, requested: false },
  ]);
});

test("a page that could not load at all says so once and tries on", async () => {
  const page = await open(away, is(1, 1));
  expect(page.shown()).toEqual({ error: away.error, loading: false });

  await page.pass(1_000);

  expect(page.loads).toEqual([
    { again: false, requested: false },
    { again: true, requested: false },
  ]);
  expect(page.shown()).toEqual({ data: { count: 1 }, loading: false });
});

test("tries come later after each failure, at most 20 s later, and not all screens at one moment", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const page = await open(...Array.from({ length: 8 }, () => away));
  const gaps: number[] = [];
  for (let try_ = 1; try_ < 8; try_ += 1) {
    let waited = 0;
    while (page.loads.length === try_) {
      await page.pass(100);
      waited += 100;
    }
    gaps.push(waited);
  }
  expect(gaps).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  vi.mocked(Math.random).mockRestore();
});

test("what the server refused is not requested again", async () => {
  const page = await open({ error: "There is no region", refused: true });

  await page.pass(120_000);

  expect(page.loads).toHaveLength(1);
});

test("events beyond the bound are dropped: the load is shown as old and done again", async () => {
  const page = await open(is(1, 1));
  page.reload();
  await page.pass(0);
  for (let time = 10; time < 10 + mostWaiting; time += 1) page.publish(incoming(time, time));
  await page.answer(is(5, 5));
  expect(page.shown()).toEqual({ data: { count: 9 + mostWaiting }, loading: false });

  page.reload();
  await page.pass(0);
  for (let time = 2_000; time <= 2_000 + mostWaiting; time += 1) page.publish(incoming(time, time));
  await page.answer(is(6, 1_999));
  expect(page.shown()).toMatchObject({ data: { count: 6 }, error: expect.any(String), oldSince: 1_000_000 });

  await page.pass(1_000);
  await page.answer(is(7, 4_000));
  expect(page.shown()).toEqual({ data: { count: 7 }, loading: false });
});

test("a page never goes back: an answer older than its last event is requested again, unless all are", async () => {
  const page = await open(is(1, 1), is(2, 2), is(8, 8));
  page.publish(incoming(8, 8));

  page.reload();
  await page.pass(0);
  expect(page.shown()).toMatchObject({ data: { count: 8 }, oldSince: expect.any(Number) });
  await page.pass(1_000);
  expect(page.shown()).toEqual({ data: { count: 8 }, loading: false });

  page.reload();
  for (const wait of [0, 1_000]) {
    await page.pass(wait);
    await page.answer(is(3, 3));
  }
  expect(page.shown().data).toEqual({ count: 8 });
  await page.pass(2_000);
  await page.answer(is(3, 3));
  expect(page.shown()).toEqual({ data: { count: 3 }, loading: false });
});
