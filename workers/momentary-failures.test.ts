import type { Job } from "bullmq";
import { expect, test } from "vitest";
import type { JobName } from "#shared/jobs/catalogue.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { aJob } from "#shared/runtime/testing/stored-jobs.ts";
import { setUpDatabase } from "../scripts/migrate/testing/test-databases.ts";
import { jobFailed } from "./alarms/kinds/failed-work.ts";
import type { JobHandlers } from "./handlers.ts";
import { createJobRunner } from "./run-job.ts";

const mongo = setUpDatabase();
const notPrimary = () => Promise.reject(new Error("not primary"));
const log = createLogger("workers", "silent");
const minute = 60_000;

/** How its last attempt ended while MongoDB's first server is replaced: true where it waits for somebody. */
const waitsForSomebody = async (name: JobName, data: object, attempts: number): Promise<boolean | undefined> => {
  const handlers = { [name]: notPrimary } as unknown as JobHandlers;
  let said: boolean | undefined;
  const begin = () => (_failure?: unknown, isFinal?: boolean) => {
    said = isFinal;
  };
  const job = { id: "1", name, data, attemptsMade: attempts - 1, opts: { attempts } } as Job;
  await createJobRunner(handlers, log, { begin })(job).catch(() => undefined);
  return said;
};

test.each<[JobName, object, number, boolean]>([
  ["session.settle", { sessionId: "0123456789abcdef01234567" }, 3, false],
  ["machine.advance", { vendingMachineId: "KOC-0001" }, 3, false],
  ["sales.count", {}, 1, false],
  ["tallies.rebuild", {}, 3, true],
])("%s %o that failed %i times waits for a retry by hand: %s", async (name, data, attempts, does) => {
  expect(await waitsForSomebody(name, data, attempts)).toBe(does);
});

test("a wake-up that failed last is no alarm, however long ago one was done; what is repeated is one", async () => {
  const now = Date.now();
  const ended = { lastDoneAt: new Date(now - 30 * minute), lastFailedAt: new Date(now - minute) };
  await mongo.collections.jobs.insertMany([
    aJob({ name: "session.settle", schedule: { kind: "asked" }, ...ended }),
    aJob({ name: "sales.count", ...ended }),
  ]);

  const found = await jobFailed(mongo).find({ now } as never);

  expect(found.map(({ words }) => words)).toEqual(["Job sales.count fails again and again"]);
});
