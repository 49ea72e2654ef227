import { type Job, UnrecoverableError } from "bullmq";
import { afterEach, expect, test, vi } from "vitest";
import { DomainError } from "#shared/http/domain-error.ts";
import { jobs } from "#shared/jobs/catalogue.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { JobHandlers } from "./handlers.ts";
import { createJobRunner } from "./run-job.ts";

const log = createLogger("workers", "silent");
const run = (handler: () => Promise<void>) => {
  const handlers = Object.fromEntries(Object.keys(jobs).map((name) => [name, handler])) as unknown as JobHandlers;
  return createJobRunner(handlers, log, { begin: () => () => undefined })({
    id: "1",
    name: "secrets.forget",
    data: {},
    attemptsMade: 0,
  } as Job);
};
afterEach(() => {
  vi.useRealTimers();
});

test("what the rules refuse ends the job at once", async () => {
  const failing = run(() => Promise.reject(new DomainError("conflict", "Already refunded")));
  await expect(failing).rejects.toBeInstanceOf(UnrecoverableError);
  await expect(failing).rejects.toThrow("Already refunded");
});

test.each([
  ["a store that is away", new DomainError("unavailable", "MongoDB did not answer in time")],
  ["any other error", new Error("connection reset")],
])("%s is tried again", async (_, error) => {
  const failing = run(() => Promise.reject(error));
  await expect(failing).rejects.toThrow(error.message);
  await expect(failing).rejects.not.toBeInstanceOf(UnrecoverableError);
});

test("what is kept of a failed job in Redis names nobody, in its message and in its stack", async () => {
  const phone = "9876543210";
  const error = new Error(`E11000 duplicate key error collection: cansole.users dup key: { phone: "${phone}" }`);

  const kept = await run(() => Promise.reject(error)).catch((thrown: Error) => thrown);

  expect(kept).toMatchObject({ message: "E11000 duplicate key error collection: cansole.users dup key: {…}" });
  expect((kept as Error).stack).not.toContain(phone);
});

test("a job that does not end is given up after its time limit, and tried again", async () => {
  vi.useFakeTimers();
  const outcome = run(() => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(jobs["secrets.forget"].timeLimitSeconds * 1_000);
  expect(await outcome).toMatchObject({ message: "The job secrets.forget did not answer in time" });
  expect(await outcome).not.toBeInstanceOf(UnrecoverableError);
});
