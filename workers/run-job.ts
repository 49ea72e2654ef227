import { type Job, UnrecoverableError } from "bullmq";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import { isJobName, type JobName, jobs } from "#shared/jobs/catalogue.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { JobHandlers } from "./handlers.ts";
import { reasonOf } from "./job-log/failure-reason.ts";
import type { JobLog } from "./job-log/job-log.ts";

/**
 * Name to handler: the payload is parsed, the run is timed and has a limit. What cannot get better by trying again (an
 * unknown job, a payload that is wrong, a DomainError) ends the job; everything else is tried again with back-off.
 */
export const createJobRunner =
  (handlers: Partial<JobHandlers>, log: Logger, jobLog: Pick<JobLog, "begin">) =>
  async (job: Job): Promise<void> => {
    if (!isJobName(job.name)) throw new UnrecoverableError(`there is no job named ${job.name}`);
    const { payload, timeLimitSeconds, isFrequent } = jobs[job.name];
    const parsed = payload.safeParse(job.data);
    if (!parsed.success)
      throw new UnrecoverableError(`the payload of ${job.name} is not right: ${parsed.error.message}`);

    // Another process's work, which came by a mistake.
    const handle = (handlers as { [N in JobName]?: unknown })[job.name] as
      | ((payload: unknown) => Promise<void>)
      | undefined;
    if (!handle) throw new UnrecoverableError(`${job.name} is not for these workers`);
    const began = performance.now();
    const said = { job: job.name, id: job.id, attempt: job.attemptsMade + 1 };
    const ended = jobLog.begin(job.name, parsed.data);
    try {
      await within(timeLimitSeconds * 1_000, `The job ${job.name}`, handle(parsed.data));
      ended();
      const ms = Math.round(performance.now() - began);
      log[isFrequent ? "debug" : "info"]({ ...said, ms }, "job done");
    } catch (error) {
      log.error({ ...said, err: error }, "job failed");
      const isFinal = error instanceof DomainError && error.kind !== "unavailable";
      const isLast = !isFrequent && said.attempt >= (job.opts?.attempts ?? 1);
      ended(error, isFinal || isLast);
      // BullMQ keeps what is thrown in Redis for a day, with its stack: it names nobody. The whole error is in the log.
      const reason = reasonOf(error);
      throw isFinal ? new UnrecoverableError(reason) : new Error(reason);
    }
  };
