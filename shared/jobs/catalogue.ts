import * as z from "zod";
import { Id } from "../http/fields.ts";
import type { Schedule } from "./schedule.ts";

/**
 * Every job: what it does in words for operators, its queue, payload, attempts, time limit and, where it recurs, its
 * schedule. Jobs only wake workers up; what must happen stands in MongoDB. One more job is one more entry, and its
 * handler in `workers/handlers.ts`.
 */
interface JobDefinition<P extends z.ZodType> {
  does: string;
  queue: string;
  payload: P;
  attempts: number;
  /** Before the second attempt; each further pause is twice as long. Half a second, unless it says otherwise. */
  firstPauseSeconds?: number;
  timeLimitSeconds: number;
  /** Made once, however many workers run. Without one it is requested. */
  schedule?: Exclude<Schedule, { kind: "asked" | "each worker" }>;
  /**
   * Queued for each fact, or repeated often with nothing to do: counted, not kept one by one. What failed waits for
   * nobody: a sweep, or the next run, does the same within a minute.
   */
  isFrequent?: true;
}
const job = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> => definition;
const nothing = z.object({});

export const jobs = {
  "secrets.forget": job({
    does: "Forgets secrets that their control units did not fetch within 24 hours",
    queue: "housekeeping",
    payload: nothing,
    attempts: 3,
    timeLimitSeconds: 30,
    schedule: { kind: "every", seconds: 600 },
  }),
  "machine.advance": job({
    does: "Gives a machine's turn to its oldest waiting session, and starts those that only query it",
    queue: "control-units",
    payload: z.object({ vendingMachineId: z.string().min(1), trace: z.string().optional() }),
    attempts: 3,
    timeLimitSeconds: 20,
    isFrequent: true,
  }),
  "session.settle": job({
    does: "Judges a session when its control unit has reported something",
    queue: "control-units",
    payload: z.object({ sessionId: Id, trace: z.string().optional() }),
    attempts: 3,
    timeLimitSeconds: 20,
    isFrequent: true,
  }),
  "tallies.count": job({
    does: "Counts the days of the long lists whose rows changed, by which their pages are found",
    queue: "tallies",
    payload: nothing,
    attempts: 1,
    timeLimitSeconds: 60,
    schedule: { kind: "every", seconds: 20 },
    isFrequent: true,
  }),
  "tallies.rebuild": job({
    does: "Counts every day of the long lists again, and corrects what differs",
    queue: "tallies",
    payload: nothing,
    attempts: 3,
    timeLimitSeconds: 3_600,
    schedule: { kind: "daily", at: "03:30" },
  }),
  "accounts.reconcile": job({
    does: "Compares all accounts with their rows, at 02:00 and on demand; each run looks whether that is due",
    queue: "accounts",
    payload: nothing,
    attempts: 1,
    timeLimitSeconds: 3_600,
    schedule: { kind: "every", seconds: 60 },
    isFrequent: true,
  }),
  "sales.count": job({
    does: "Counts the sales of days whose orders changed, and closes the day that ended",
    queue: "sales",
    payload: nothing,
    attempts: 1,
    timeLimitSeconds: 60,
    schedule: { kind: "every", seconds: 2 },
    isFrequent: true,
  }),
  "sales.rebuild": job({
    does: "Counts the sales of every day again, and corrects what differs",
    queue: "sales",
    payload: nothing,
    attempts: 3,
    timeLimitSeconds: 3_600,
    schedule: { kind: "daily", at: "04:00" },
  }),
  "reports.repeat": job({
    does: "Requests the repeated reports whose day has come",
    queue: "housekeeping",
    payload: nothing,
    attempts: 1,
    timeLimitSeconds: 60,
    schedule: { kind: "every", seconds: 30 },
    isFrequent: true,
  }),
  "report.tell": job({
    does: "Notifies the webhook that a report is ready",
    queue: "report-news",
    payload: z.object({ report: Id }),
    // The last try is made an hour after the first.
    attempts: 8,
    firstPauseSeconds: 30,
    timeLimitSeconds: 20,
  }),
  "report.make": job({
    does: "Writes the reports that wait, one after another, in report workers",
    queue: "reports",
    payload: nothing,
    attempts: 1,
    timeLimitSeconds: 3_600,
  }),
};

/**
 * What every worker looks for by itself, each second, without a queue: it finds what lost its wake-up, also while Redis
 * is away. Whatever it finds is taken by one worker alone, by a guarded write.
 */
export const sweeps = {
  "presence.sweep": { does: "Publishes that machines are offline once they were silent for too long" },
  "sessions.sweep": { does: "Continues sessions whose time has come or whose worker was killed" },
  "payments.sweep": { does: "Verifies orders whose time has come, and cancels what stays unpaid" },
  "webhooks.sweep": { does: "Sends events to the webhooks of others, and repeats what they did not take" },
  "transactions.sweep": { does: "Applies what machines reported of customers' cans" },
  "alarms.sweep": { does: "Raises and clears alarms, and reminds of those that stay" },
} satisfies Record<string, { does: string }>;

export type JobName = keyof typeof jobs;
/** Those of report workers, a process of their own. */
export type ReportJob = "report.make";
export const reportQueue = jobs["report.make"].queue;
export type SweepName = keyof typeof sweeps;
/** Whatever workers do. */
export type WorkName = JobName | SweepName;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]["payload"]>;
export const queueNames = [...new Set(Object.values(jobs).map((definition) => definition.queue))];
/** A sweep does the same work: nobody knows when such a job is wanted next. */
export const isWakeUp = (name: JobName): boolean => {
  const { isFrequent, schedule }: JobDefinition<z.ZodType> = jobs[name];
  return isFrequent === true && schedule === undefined;
};
export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name);
