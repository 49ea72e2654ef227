import { ObjectId } from "mongodb";
import { isJobName, jobs, sweeps, type WorkName } from "#shared/jobs/catalogue.ts";
import type { JobDocument } from "#shared/jobs/job.document.server.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";

const names = [...Object.keys(jobs), ...Object.keys(sweeps)] as WorkName[];

const facts = (
  name: WorkName,
  sweepSeconds: number,
): Pick<JobDocument, "does" | "schedule" | "queue" | "timeLimitSeconds"> => {
  if (!isJobName(name)) {
    const schedule = { kind: "each worker" as const, seconds: sweepSeconds };
    return { does: sweeps[name].does, schedule, queue: null, timeLimitSeconds: null };
  }
  const { does, schedule = { kind: "asked" as const }, queue, timeLimitSeconds } = jobs[name];
  return { does, schedule, queue, timeLimitSeconds };
};

/** Stores what each kind of work is and when it comes next; what is no longer in the catalogue goes. Safe to repeat. */
export const announceJobs = async (
  collection: Mongo["collections"]["jobs"],
  nextOf: (name: WorkName) => Promise<Date | null | undefined>,
  sweepSeconds: number,
): Promise<void> => {
  const next = await Promise.all(names.map(nextOf));
  const announced = names.map((name, at) => ({
    updateOne: {
      filter: { name },
      update: {
        $set: { ...facts(name, sweepSeconds), ...(next[at] === undefined ? {} : { nextAt: next[at] }) },
        $setOnInsert: {
          _id: new ObjectId(),
          runs: 0,
          failures: 0,
          lastRunAt: null,
          lastMs: null,
          lastDoneAt: null,
          lastFailedAt: null,
          reason: null,
          runningSince: null,
          latest: [],
          failed: [],
        },
      },
      upsert: true,
    },
  }));
  const all = () => collection.bulkWrite(announced, { ordered: false });
  // Two workers that start at once may both try to add a job; then it is there.
  await all().catch((error: unknown) => (isTaken(error) ? all() : Promise.reject(error)));
  await collection.deleteMany({ name: { $nin: names } });
};
