import { expect, test } from "vitest";
import { createGathered } from "./gathered.ts";

/** Work that ends when it is told to. */
const bench = (isFinal: (done: string) => boolean = () => false) => {
  const begun: { key: string; asked: string; end: (done: string) => void; fail: () => void }[] = [];
  const gather = createGathered<string, string>(
    (key, asked) =>
      new Promise((resolve, reject) => {
        begun.push({ key, asked, end: resolve, fail: () => reject(new Error("away")) });
      }),
    isFinal,
  );
  return { begun, gather };
};
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("who asks while it goes on shares the next one, done as the first of them asked", async () => {
  const { begun, gather } = bench();
  const first = gather("a", "1");
  const rest = [gather("a", "2"), gather("a", "3")];
  begun[0]?.end("one");
  await settled();
  begun[1]?.end("two");

  expect(await Promise.all([first, ...rest])).toEqual(["one", "two", "two"]);
  expect(begun.map(({ asked }) => asked)).toEqual(["1", "2"]);
});

test("what is final for everybody is given to those who wait", async () => {
  const { begun, gather } = bench((done) => done === "paid");
  const all = [gather("a", "1"), gather("a", "2")];
  begun[0]?.end("paid");

  expect(await Promise.all(all)).toEqual(["paid", "paid"]);
  void gather("a", "3");
  expect(begun).toHaveLength(2);
});

test("one that fails does not fail those who wait, and others do not wait at all", async () => {
  const { begun, gather } = bench();
  const first = gather("a", "1");
  const second = gather("a", "2");
  const other = gather("b", "1");
  begun[1]?.end("other");
  begun[0]?.fail();
  await expect(first).rejects.toThrow("away");
  begun[2]?.end("two");

  expect([await other, await second]).toEqual(["other", "two"]);
});
