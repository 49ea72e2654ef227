import { type Job, UnrecoverableError } from "bullmq";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import { type JobName, jobs } from "#shared/jobs/catalogue.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { JobHandlers } from "./handlers.ts";

/** Told of each fact, or come again and again with nothing to do: too many for a line each. */
const frequent: JobName[] = ["session.settle", "ranks.build", "accounts.reconcile"];

const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name);

/**
 * Name to handler: the payload is parsed, the run is timed and has a limit. What cannot get better by trying again (an
 * unknown job, a payload that is wrong, a DomainError) ends the job; everything else is tried again with back-off.
 */
export const createJobRunner =
  (handlers: JobHandlers, log: Logger) =>
  async (job: Job): Promise<void> => {
    if (!isJobName(job.name)) throw new UnrecoverableError(`there is no job named ${job.name}`);
    const { payload, timeLimitSeconds } = jobs[job.name];
    const parsed = payload.safeParse(job.data);
    if (!parsed.success)
      throw new UnrecoverableError(`the payload of ${job.name} is not right: ${parsed.error.message}`);

    const handle = handlers[job.name] as (payload: unknown) => Promise<void>;
    const began = performance.now();
    const said = { job: job.name, id: job.id, attempt: job.attemptsMade + 1 };
    try {
      await within(timeLimitSeconds * 1_000, `The job ${job.name}`, handle(parsed.data));
      const ms = Math.round(performance.now() - began);
      log[frequent.includes(job.name) ? "debug" : "info"]({ ...said, ms }, "job done");
    } catch (error) {
      log.error({ ...said, err: error }, "job failed");
      const final = error instanceof DomainError && error.code !== "unavailable";
      throw final ? new UnrecoverableError(error.message) : error;
    }
  };
