import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Job } from "./job.schema.ts";

const { get, post } = callsOf("system");

/** Ours. */
export const listJobs = get("/jobs", {
  operationId: "listJobs",
  summary: "Jobs of the workers: last run, how it ended, next run",
  reply: z.object({
    jobs: z.array(Job),
    /** The zone of times of day. */
    timeZone: z.string(),
    /** What MongoDB deletes by itself, and after how many days. */
    kept: z.array(z.object({ what: z.string(), days: z.number() })),
    asOf: ClusterTime,
  }),
  failure: "Failed to get the jobs",
});

/** Ours. By an admin. */
export const retryJob = post("/jobs/:id/retry", {
  operationId: "retryJob",
  summary: "Retry what failed of a job",
  adminOnly: "jobs",
  params: z.object({ id: Id }),
  idempotent: true,
  reply: z.object({ job: Job }),
  notice: "The job is tried again",
  failure: "Error: Failed to retry the job",
});
