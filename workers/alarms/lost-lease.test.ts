import { expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createAlarms } from "./alarms.ts";
import type { Finder } from "./finding.ts";

const mongo = setUpDatabase();

/** Past the length of a lease, as long as a computer that stands still. */
const standStill = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test("what a worker found before it stood still raises no alarm: another one has looked since", async () => {
  const frozen: Finder = {
    name: "frozen",
    kinds: ["job-failed"],
    everyMs: 1_000,
    find: async ({ now }) => {
      standStill(5_500);
      return [{ kind: "job-failed", subject: "reports.repeat", words: "A job fails", since: now }];
    },
  };
  const unused = {} as never;
  const parts = { mongo, redis: unused, presence: unused, queues: unused, timeZone: "Asia/Kolkata" };
  const { sweep } = createAlarms({ ...parts, log: createLogger("workers", "silent") }, [frozen]);

  expect(await sweep()).toEqual([]);

  expect(await mongo.collections.alarms.find().toArray()).toEqual([]);
});
