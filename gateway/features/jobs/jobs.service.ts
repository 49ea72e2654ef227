import { DomainError } from "#shared/http/domain-error.ts";
import { jobs as catalogue, isJobName } from "#shared/jobs/catalogue.ts";
import type { StoredFailure } from "#shared/jobs/job.document.server.ts";
import { jobRecord } from "#shared/jobs/job.record.ts";
import { whyNotRetry } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { missing, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { jobView } from "./jobs.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "queues" | "log" | "config" | "once">;
const daySeconds = 86_400;
const keptWords = {
  history: "History of machines: messages, connections, locks",
  commands: "Commands to control units, and what became of them",
  idempotencyKeys: "Keys of calls that may be repeated",
};

/** State of the workers' jobs, which they count; an operator reads it here and requests a retry. */
export const createJobsService = ({ mongo, audit, clock, queues, log, config, once }: Parts) => {
  const retention = retentionOf(config);
  const kept = Object.entries(keptWords).map(([kind, what]) => ({
    what,
    days: retention[kind as keyof typeof keptWords] / daySeconds,
  }));

  const wake = async (name: string, failures: StoredFailure[]): Promise<void> => {
    if (!isJobName(name)) return;
    // Lost, it may be requested again a minute later; sweeps and schedules find the work before.
    for (const { payload } of failures)
      await queues
        .add(name, catalogue[name].payload.parse(payload))
        .catch((error: unknown) => log.warn({ err: error, job: name }, "no worker was woken to retry a job"));
  };

  return {
    list: () =>
      mongo.answerAsOf(async (session) => {
        const found = await mongo.collections.jobs.find({}, { session }).sort({ name: 1 }).toArray();
        return { jobs: found.map(jobView), timeZone: config.TIME_ZONE, kept };
      }),

    /** Throws `conflict` with the text of `whyNotRetry`, also for a second click at the same time. */
    retry: async (requested: OnceCall, id: string): Promise<{ job: Job }> => {
      let wanted: { name: string; failures: StoredFailure[] } | null = null;
      const answer = await once(requested, async (dbSession) => {
        const { jobs } = mongo.collections;
        const present = await requireRecord(mongo, dbSession, jobRecord, id);
        const why = whyNotRetry(jobView(present), clock.now());
        if (why !== null) throw new DomainError("conflict", why);
        const after = await jobs.findOneAndUpdate(
          { _id: present._id },
          { $set: { "failed.$[].retriedAt": new Date(clock.now()) } },
          { session: dbSession, returnDocument: "after" },
        );
        if (!after) throw missing(jobRecord, id);
        const named = ({ name, failed }: typeof present) => ({ name, failed });
        await audit.write(dbSession, requested.actor, {
          verb: "job.retried",
          record: { collection: jobRecord.collection, id },
          before: named(present),
          after: named(after),
        });
        wanted = { name: after.name, failures: after.failed };
        return { job: jobView(after) };
      });
      const due = wanted as { name: string; failures: StoredFailure[] } | null;
      if (due) await wake(due.name, due.failures);
      return answer;
    },
  };
};
