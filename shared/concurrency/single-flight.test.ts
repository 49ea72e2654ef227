import { expect, test } from "vitest";
import { createRepeatedFlight, createSharedRun, createSingleFlight } from "./single-flight.ts";

/** Work that ends when the test ends it. */
const fixture = (isFinal: (done: string) => boolean = () => false) => {
  const begun: { key: string; input: string; end: (done: string) => void; fail: () => void }[] = [];
  const run = createSingleFlight<string, string>(
    (key, input) =>
      new Promise((resolve, reject) => {
        begun.push({ key, input, end: resolve, fail: () => reject(new Error("away")) });
      }),
    isFinal,
  );
  return { begun, run };
};
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a caller while it runs shares the next one, done with the first caller's input", async () => {
  const { begun, run } = fixture();
  const first = run("a", "1");
  const rest = [run("a", "2"), run("a", "3")];
  begun[0]?.end("one");
  await settled();
  begun[1]?.end("two");

  expect(await Promise.all([first, ...rest])).toEqual(["one", "two", "two"]);
  expect(begun.map(({ input }) => input)).toEqual(["1", "2"]);
});

test("what is final for everybody is given to those who wait", async () => {
  const { begun, run } = fixture((done) => done === "paid");
  const all = [run("a", "1"), run("a", "2")];
  begun[0]?.end("paid");

  expect(await Promise.all(all)).toEqual(["paid", "paid"]);
  void run("a", "3");
  expect(begun).toHaveLength(2);
});

test("one that fails does not fail those who wait, and others do not wait at all", async () => {
  const { begun, run } = fixture();
  const first = run("a", "1");
  const second = run("a", "2");
  const other = run("b", "1");
  begun[1]?.end("other");
  begun[0]?.fail();
  await expect(first).rejects.toThrow("away");
  begun[2]?.end("two");

  expect([await other, await second]).toEqual(["other", "two"]);
});

/** Work that the test ends by hand; returns the number of its run. */
const byHand = () => {
  const ends: { give: () => void; fail: (error: Error) => void }[] = [];
  const request = createSharedRun(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1;
        ends.push({ give: () => resolve(number), fail: reject });
      }),
  );
  return { request, ends, settle: settled };
};

test("a caller while work runs gets the next, which begins once for all of them and after their calls", async () => {
  const { request, ends, settle } = byHand();
  const first = request();
  const later = [request(), request(), request()];
  await settle();
  expect(ends).toHaveLength(1);

  ends[0]?.give();
  expect(await first).toBe(1);
  await settle();
  expect(ends).toHaveLength(2);
  const latest = request();
  ends[1]?.give();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await settle();
  ends[2]?.give();
  expect(await latest).toBe(3);
});

test("a failure reaches all who shared it, and the next begins anew", async () => {
  const { request, ends, settle } = byHand();
  const [first, second] = [request(), request()];
  ends[0]?.fail(new Error("the store is away"));
  await expect(first).rejects.toThrow("the store is away");
  await settle();
  ends[1]?.give();

  expect(await second).toBe(2);
});

test("nothing is kept: a caller when nobody waits begins at once", async () => {
  const { request, ends } = byHand();
  const first = request();
  ends[0]?.give();
  await first;
  const second = request();
  ends[1]?.give();
  expect(await second).toBe(2);
});

test("repeated: a caller while it runs does not wait, and it goes round once more for all of them", async () => {
  const ends: (() => void)[] = [];
  const run = createRepeatedFlight(() => new Promise((resolve) => ends.push(resolve)));
  let isOver = false;
  const first = run("a").then(() => {
    isOver = true;
  });
  await Promise.all([run("a"), run("a")]);
  void run("b");
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await settled();
  expect(ends).toHaveLength(3);
  expect(isOver).toBe(false);
  ends[2]?.();
  await first;
  expect(ends).toHaveLength(3);
});

test("repeated: work may start itself, and after a failure the next call begins anew", async () => {
  let runs = 0;
  const run = createRepeatedFlight(async (key: string): Promise<void> => {
    runs += 1;
    if (runs < 3) await run(key);
    else throw new Error("away");
  });
  await expect(run("a")).rejects.toThrow("away");
  await expect(run("a")).rejects.toThrow("away");
  expect(runs).toBe(4);
});

test("repeated: a run that fails is repeated for those who came meanwhile, once", async () => {
  let runs = 0;
  let failsUntil = 1;
  const run = createRepeatedFlight(async (key: string): Promise<void> => {
    runs += 1;
    if (runs > failsUntil) return;
    void run(key);
    throw new Error("away");
  });
  await run("a");
  expect(runs).toBe(2);

  failsUntil = 9;
  await expect(run("a")).rejects.toThrow("away");
  expect(runs).toBe(4);
});
