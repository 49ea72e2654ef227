import * as z from "zod";
import { Id } from "../http/fields.ts";

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
  /** A machine may have a turn to give: its oldest waiting session is started, and whatever only asks. */
  "machine.advance": job({
    queue: "control-units",
    payload: z.object({ vendingMachineId: z.string().min(1), trace: z.string().optional() }),
    attempts: 3,
    timeLimitSeconds: 20,
  }),
  /** A row of this session has heard something: whether it, its turn or the session has ended is judged anew. */
  "session.settle": job({
    queue: "control-units",
    payload: z.object({ sessionId: Id, trace: z.string().optional() }),
    attempts: 3,
    timeLimitSeconds: 20,
  }),
  /** Pages of long lists are found by every 50th row: those that came since get their anchors. */
  "ranks.build": job({ queue: "ranks", payload: z.object({}), attempts: 1, timeLimitSeconds: 60, everySeconds: 20 }),
  /** All anchors are compared with the rows, and mended. */
  "ranks.rebuild": job({
    queue: "ranks",
    payload: z.object({}),
    attempts: 3,
    timeLimitSeconds: 3_600,
    everySeconds: 86_400,
  }),
  /** A reconciliation may wait, be left behind by a worker that died, or be due tonight. */
  "accounts.reconcile": job({
    queue: "accounts",
    payload: z.object({}),
    attempts: 1,
    timeLimitSeconds: 3_600,
    everySeconds: 60,
  }),
};

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]["payload"]>;
export const queueNames = [...new Set(Object.values(jobs).map((definition) => definition.queue))];
