import { expect, test } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createWriteBuffer } from "./write-buffer.ts";

/** A store that answers when the test says so. */
const createStore = () => {
  const batches: Record<string, number>[] = [];
  const answers: { resolve: () => void; reject: (why: Error) => void }[] = [];
  const failures: unknown[] = [];
  const buffer = createWriteBuffer<number>({
    windowMs: 5,
    write: (batch) => {
      batches.push(Object.fromEntries(batch));
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    onFailure: (error) => failures.push(error),
  });
  const put = (key: string, value: number) => buffer.put(key, (before = 0) => before + value);
  return { batches, answers, failures, put, flush: buffer.flush };
};

test("what is noted within the window is written at once, one value per key", async () => {
  const { batches, put } = createStore();
  put("a", 1);
  put("b", 2);
  put("a", 10);
  await eventually(() => expect(batches).toEqual([{ a: 11, b: 2 }]));
});

test("while a write hangs everything later waits as one batch, and follows once the store has answered", async () => {
  const { batches, answers, put } = createStore();
  put("a", 1);
  await eventually(() => expect(batches).toHaveLength(1));
  for (let i = 0; i < 1_000; i += 1) put(`key ${i % 10}`, 1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(batches).toHaveLength(1);

  answers[0]?.resolve();

  await eventually(() => expect(batches).toHaveLength(2));
  expect(Object.keys(batches[1] ?? {})).toHaveLength(10);
});

test("a failed batch is lost, reported once in a row, and the next one is written", async () => {
  const { batches, answers, failures, put } = createStore();
  for (let round = 0; round < 3; round += 1) {
    put("a", round);
    await eventually(() => expect(batches).toHaveLength(round + 1));
    if (round < 2) answers[round]?.reject(new Error("away"));
  }
  expect(batches).toEqual([{ a: 0 }, { a: 1 }, { a: 2 }]);
  expect(failures).toHaveLength(1);
});

test("flush resolves when all has been written", async () => {
  const { batches, answers, put, flush } = createStore();
  put("a", 1);
  const flushed = flush();
  await eventually(() => expect(batches).toHaveLength(1));
  put("b", 1);
  answers[0]?.resolve();
  await eventually(() => expect(batches).toHaveLength(2));
  answers[1]?.resolve();
  await flushed;
  expect(batches).toEqual([{ a: 1 }, { b: 1 }]);
});
