import { isJobName, isWakeUp } from "#shared/jobs/catalogue.ts";
import type { JobDocument } from "#shared/jobs/job.document.server.ts";
import { isOverdue } from "#shared/jobs/job.rules.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";

type Parts = Pick<Mongo, "collections">;
/** Work that runs all the time may fail for a moment, while a server is exchanged. */
const momentMs = 2 * 60_000;

/** Why a job needs somebody; null where it does not. */
const troubleOf = (job: JobDocument, now: number): string | null => {
  const { failed, lastDoneAt, lastFailedAt, nextAt, runningSince, timeLimitSeconds } = job;
  if (failed.length > 0) return "failed and waits for a retry";
  // If a wake-up fails for long, the sweep that does the same work fails too.
  const isRepeated = !isJobName(job.name) || !isWakeUp(job.name);
  const isFailing = isRepeated && lastFailedAt !== null && (lastDoneAt === null || lastFailedAt > lastDoneAt);
  if (isFailing && now - (lastDoneAt?.getTime() ?? 0) > momentMs) return "fails again and again";
  const moment = (at: Date | null) => at?.toISOString() ?? null;
  const timed = { nextAt: moment(nextAt), runningSince: moment(runningSince), timeLimitSeconds };
  return isOverdue(timed, now) ? "is overdue" : null;
};
const sinceOf = ({ failed, lastFailedAt, nextAt }: JobDocument, now: number): number =>
  (failed[0]?.at ?? lastFailedAt ?? nextAt)?.getTime() ?? now;

/** Work of the workers that failed and is not tried again, or that nobody does. */
export const jobFailed = ({ collections: { jobs } }: Parts): Finder => ({
  name: "job-failed",
  kinds: ["job-failed"],
  everyMs: 10_000,
  find: async ({ now }) => {
    // They are as many as the catalogue has.
    const all = await jobs.find().toArray();
    return all.flatMap((job): Finding[] => {
      const trouble = troubleOf(job, now);
      if (trouble === null) return [];
      return [{ kind: "job-failed", subject: job.name, words: `Job ${job.name} ${trouble}`, since: sinceOf(job, now) }];
    });
  },
});

/** A report that could not be made, while it is listed. */
export const reportFailed = ({ collections: { reports } }: Parts): Finder => ({
  name: "report-failed",
  kinds: ["report-failed"],
  everyMs: 30_000,
  find: async ({ now }) => {
    const failed = await reports.find({ state: "failed" }, { hint: "state" }).limit(200).toArray();
    return failed.map(
      ({ _id, list, endedAt }): Finding => ({
        kind: "report-failed",
        subject: _id.toHexString(),
        words: `A report of ${list} could not be made`,
        since: endedAt?.getTime() ?? now,
      }),
    );
  },
});
