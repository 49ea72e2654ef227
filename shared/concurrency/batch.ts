import { DomainError } from "../http/domain-error.ts";
import { createFairQueue, type Line } from "./fair-queue.ts";

/** What became of one job of a batch. */
export type JobOutcome<R> = { done: R } | { failed: unknown };

/** A network of 2,000 units with 50 locks each reconnects and is commanded at once: all of it fits. */
const defaultWaiting = 200_000;

interface Options<J, R> {
  /**
   * Answers one outcome per job, in their order. A rejection fails all of them. `heard` is to be called between two
   * questions to the store: it has answered the first.
   */
  work: (jobs: J[], heard: () => void) => Promise<JobOutcome<R>[]>;
  /** How much of a batch's weight a job takes; 1 where it is left out. */
  weight?: (job: J) => number;
  maxWeight: number;
  /** Whose job it is: jobs of one unit are done in their order. Without it each job is a unit of its own. */
  unitOf?: (job: J) => string;
  /** Batches under way at once; 1 where it is left out. */
  atOnce?: number;
  /**
   * A batch whose store is silent for this many milliseconds fails; if all batches are silent, the waiting jobs fail as
   * well. Without it the caller keeps the time limit.
   */
  answerMs?: number;
  /** At most this many jobs wait for their batch; those beyond are refused. */
  maxWaiting?: number;
}

interface Waiting<J, R> {
  job: J;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

const silent = () => new DomainError("unavailable", "The store did not answer in time");

const rejectAll = (some: Pick<Waiting<unknown, never>, "reject">[], error: unknown) => {
  for (const { reject } of some) reject(error);
};

/**
 * Does jobs in batches, and lets units take turns. A lone job is done at once; what comes while all batches are under
 * way is the next one: when a whole network reconnects, the store is queried a hundred times instead of thousands. No
 * result was read before its job came. A client with few jobs does not wait for one with many (`fair-queue.ts`).
 * Rejects with `too-many` when the queue is full.
 */
export const createBatch = <J, R>(options: Options<J, R>) => {
  type Taken = { line: Line<Waiting<J, R>>; item: Waiting<J, R> };
  const { work, weight = () => 1, maxWeight, unitOf, atOnce = 1, answerMs, maxWaiting = defaultWaiting } = options;
  const queue = createFairQueue<Waiting<J, R>>();
  let underWay = 0;
  let silentBatches = 0;
  const isSilent = () => silentBatches >= atOnce;

  const finish = (batch: Taken[], outcomes: JobOutcome<R>[]) => {
    batch.forEach(({ line, item: { resolve, reject } }, i) => {
      const outcome = outcomes[i] ?? { failed: new Error("the store said nothing about this job") };
      if ("done" in outcome) resolve(outcome.done);
      // A later message of a unit must not be stored where an earlier one was not.
      else rejectAll([{ reject }, ...queue.takeOf(line)], outcome.failed);
    });
  };

  const start = async () => {
    const batch = queue.takeGroup(maxWeight);
    const failed = (error: unknown) => batch.map((): JobOutcome<R> => ({ failed: error }));
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      silentBatches += 1;
      finish(batch, failed(silent()));
      if (isSilent()) rejectAll(queue.takeAll(), silent());
    };
    const patience = answerMs === undefined ? undefined : setTimeout(giveUp, answerMs);
    underWay += 1;
    const jobs = batch.map(({ item }) => item.job);
    const outcomes = await work(jobs, () => isLate || patience?.refresh()).catch(failed);
    clearTimeout(patience);
    // A store that has fallen silent keeps its place until it answers, however late: it gets no further batches.
    if (isLate) silentBatches -= 1;
    else finish(batch, outcomes);
    underWay -= 1;
    queue.release(batch.map(({ line }) => line));
    startAll();
  };

  const startAll = () => {
    while (underWay < atOnce && queue.hasReady()) void start();
  };

  return (job: J): Promise<R> =>
    new Promise((resolve, reject) => {
      if (queue.size() >= maxWaiting) return reject(new DomainError("too-many", "Too many wait for the store"));
      if (isSilent()) return reject(silent());
      queue.add(unitOf?.(job) ?? null, weight(job), { job, resolve, reject });
      startAll();
    });
};
