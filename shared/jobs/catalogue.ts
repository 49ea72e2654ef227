import * as z from "zod";

/**
 * Every job: its queue, payload, attempts, time limit and, where it recurs, its schedule.
 * Jobs only wake workers up; what must happen stands in MongoDB.
 */
interface JobDefinition<P extends z.ZodType> {
  queue: string;
  payload: P;
  attempts: number;
  timeLimitSeconds: number;
  everySeconds?: number;
}
const job = <P extends z.ZodType>(definition: JobDefinition<P>) => definition;

export const jobs = {
  /** A unit's secret is kept readable for at most 24 hours, for units that never came to fetch it. */
  "secrets.forget": job({
    queue: "housekeeping",
    payload: z.object({}),
    attempts: 3,
    timeLimitSeconds: 30,
    everySeconds: 600,
  }),
};

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]["payload"]>;
export const queueNames = [...new Set(Object.values(jobs).map((definition) => definition.queue))];
