import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createMessageMemory, createMessageQueue } from "./message-queue.ts";

/** Memory in use by this process, after garbage collection. */
const heldBytes = (): number => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
};

test("a connection that stands for months keeps nothing of the messages that were answered", async () => {
  const queue = createMessageQueue(20_000, createMessageMemory(1_000_000));
  const say = async (messages: number) => {
    for (let n = 0; n < messages; n += 100)
      await Promise.all(Array.from({ length: 100 }, () => queue.add(false, () => Promise.resolve(), 100)));
  };
  await say(10_000);
  const before = heldBytes();

  await say(200_000);

  expect(heldBytes() - before).toBeLessThan(4_000_000);
});
