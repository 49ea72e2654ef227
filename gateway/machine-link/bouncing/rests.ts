interface Waiting<R> {
  report: R;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Options<R> {
  unitOf: (report: R) => string;
  /** Stores what one unit said, in that order; all of it or nothing counts as stored. */
  store: (reports: R[]) => Promise<void>;
  /** Called after each storing: how long this unit rests, in milliseconds. */
  restMs: (unit: string) => number;
}

/**
 * Lets a unit that says too much rest: what it says meanwhile is gathered and then stored as one. Its PUBACK waits as
 * long, so a unit that waits for that says less. A unit that need not rest is stored at once.
 */
export const createRests = <R>({ unitOf, store, restMs }: Options<R>) => {
  const resting = new Map<string, Waiting<R>[]>();

  const rest = (unit: string) => {
    const ms = restMs(unit);
    if (ms === 0) resting.delete(unit);
    else setTimeout(() => void wake(unit), ms);
  };

  const wake = async (unit: string) => {
    const gathered = resting.get(unit) ?? [];
    if (gathered.length === 0) return rest(unit);
    resting.set(unit, []);
    try {
      await store(gathered.map(({ report }) => report));
      for (const { resolve } of gathered) resolve();
    } catch (error) {
      // A later report must not be stored where an earlier one was not.
      const behind = resting.get(unit) ?? [];
      resting.set(unit, []);
      for (const { reject } of [...gathered, ...behind]) reject(error);
    }
    rest(unit);
  };

  return async (report: R): Promise<void> => {
    const unit = unitOf(report);
    const gathered = resting.get(unit);
    if (gathered) return new Promise((resolve, reject) => gathered.push({ report, resolve, reject }));
    await store([report]);
    if (resting.has(unit) || restMs(unit) === 0) return;
    resting.set(unit, []);
    rest(unit);
  };
};
