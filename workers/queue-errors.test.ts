import { randomBytes } from "node:crypto";
import { Queue, Worker } from "bullmq";
import { afterAll, expect, inject, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { keysOfTests } from "#shared/runtime/testing/redis-of-tests.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { logQueueErrors } from "./queue-errors.ts";

const silent = createLogger("workers", "silent");
const prefix = keysOfTests(`e${randomBytes(6).toString("hex")}`).queue("sales");
const redis = connectRedis(inject("redisUrl"), "patient", silent);
const queue = new Queue("sales", { connection: redis, prefix });
const workers: Worker[] = [];
afterAll(async () => {
  for (const worker of workers) await worker.close(true);
  await queue.close();
  redis.disconnect();
});

test("a job that outlives its lock is late, and nothing is said to have failed", async () => {
  const counted: string[] = [];
  const warned: string[] = [];
  const done: string[] = [];
  const warn = (_: object, words: string) => void warned.push(words);
  const log = { debug: () => undefined, warn } as unknown as Parameters<typeof logQueueErrors>[0]["log"];
  const work = (name: string, ms: number) => {
    // As of a process that stands still: it renews no lock.
    const settings = { lockDuration: 200, stalledInterval: 200, maxStalledCount: 100, skipLockRenewal: true };
    const handle = async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      done.push(name);
    };
    const worker = new Worker("sales", handle, { connection: redis, prefix, ...settings });
    worker.on("error", logQueueErrors({ queue: "sales", log, onLate: (late) => void counted.push(late) }));
    workers.push(worker);
    return worker;
  };
  work("slow", 3_000);
  const job = await queue.add("sales.count", {});
  await eventually(async () => expect(await job.getState()).toBe("active"));
  const quick = work("quick", 0);

  await eventually(() => expect(done).toContain("slow"), { timeout: 60_000 });
  await eventually(() => expect(counted.length).toBeGreaterThan(0));
  expect(done).toContain("quick");
  expect(new Set(counted)).toEqual(new Set(["sales"]));
  expect(warned).toEqual([]);
  expect(await job.getState()).toBe("completed");

  quick.emit("error", new Error("connect ECONNREFUSED"));
  expect(warned).toEqual(["the queue's connection failed"]);
});
