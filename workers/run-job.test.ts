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
  await expect(failing).rejects.toBe(error);
  await expect(failing).rejects.not.toBeInstanceOf(UnrecoverableError);
});

test("a job that does not end is given up after its time limit, and tried again", async () => {
  vi.useFakeTimers();
  const outcome = run(() => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(jobs["secrets.forget"].timeLimitSeconds * 1_000);
  expect(await outcome).toMatchObject({ message: "The job secrets.forget did not answer in time" });
  expect(await outcome).not.toBeInstanceOf(UnrecoverableError);
});
