import { DomainError } from "#shared/http/domain-error.ts";

/** A network of 2,000 units with 50 locks each reconnects and is commanded at once: all of it fits. */
const defaultWaiting = 200_000;

/** What became of one job of a group. */
export type JobOutcome<R> = { done: R } | { failed: unknown };

interface Options<J, R> {
  /** Answers one outcome per job, in their order. A rejection fails all of them. */
  work: (jobs: J[]) => Promise<JobOutcome<R>[]>;
  /** How much of a group's room a job takes; 1 where it is left out. */
  weight?: (job: J) => number;
  maxWeight: number;
  /** So many jobs may wait for their group; those beyond are refused. */
  maxWaiting?: number;
}

interface Waiting<J, R> {
  job: J;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Does jobs in groups: one group is under way at a time, and what comes meanwhile is the next one. A lone job is done
 * at once; when a whole network reconnects, the store is asked a hundred times instead of thousands. Rejects with
 * `too-many` when the line is full.
 */
export const createGroups = <J, R>({
  work,
  weight = () => 1,
  maxWeight,
  maxWaiting = defaultWaiting,
}: Options<J, R>) => {
  let waiting: Waiting<J, R>[] = [];
  let isWorking = false;

  const takeGroup = (): Waiting<J, R>[] => {
    let room = maxWeight;
    const end = waiting.findIndex(({ job }, i) => {
      room -= weight(job);
      return room < 0 && i > 0;
    });
    const group = end < 0 ? waiting : waiting.slice(0, end);
    waiting = end < 0 ? [] : waiting.slice(end);
    return group;
  };

  const workAll = async () => {
    isWorking = true;
    while (waiting.length > 0) {
      const group = takeGroup();
      const outcomes = await work(group.map(({ job }) => job)).catch((error: unknown) =>
        group.map((): JobOutcome<R> => ({ failed: error })),
      );
      group.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] ?? { failed: new Error("the store said nothing about this job") };
        if ("done" in outcome) resolve(outcome.done);
        else reject(outcome.failed);
      });
    }
    isWorking = false;
  };

  return (job: J): Promise<R> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(new DomainError("too-many", "Too many wait for the store"));
      waiting.push({ job, resolve, reject });
      if (!isWorking) void workAll();
    });
};
