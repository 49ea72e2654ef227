import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Job } from "./job.schema.ts";

/** Ours. */
export const listJobs = endpoint({
  method: "GET",
  path: "/jobs",
  tag: "system",
  summary: "What the workers do: when it ran, how it went, when it is due",
  access: "operator",
  reply: z.object({
    jobs: z.array(Job),
    /** Of times of day. */
    timeZone: z.string(),
    /** What MongoDB deletes by itself, and after how many days. */
    kept: z.array(z.object({ what: z.string(), days: z.number() })),
    asOf: ClusterTime,
  }),
  failure: "Failed to get the jobs",
});

/** Ours. By an admin. */
export const retryJob = endpoint({
  method: "POST",
  path: "/jobs/:id/retry",
  tag: "system",
  summary: "Try again what failed of a job",
  access: "operator",
  params: z.object({ id: Id }),
  idempotent: true,
  reply: z.object({ job: Job }),
  notice: "The job is tried again",
  failure: "Error: Failed to retry the job",
});
