/**
 * Work that many request at once, once at a time for each key: a caller while it runs waits for the next run, which is
 * made once for all who wait, with the input of the first of them. So nobody is given what was read before they came.
 * Where a result is final, those who wait are given it too. A failure reaches those who shared the run.
 */
export const createSingleFlight = <T, I = void>(
  work: (key: string, input: I) => Promise<T>,
  isFinal: (result: T) => boolean = () => false,
) => {
  const running = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();

  const begin = (key: string, input: I): Promise<T> => {
    next.delete(key);
    const mine = work(key, input);
    running.set(key, mine);
    const ended = () => {
      if (running.get(key) === mine) running.delete(key);
    };
    mine.then(ended, ended);
    return mine;
  };

  return (key: string, input: I): Promise<T> => {
    const shared = next.get(key);
    if (shared) return shared;
    const present = running.get(key);
    if (!present) return begin(key, input);
    const mine = present.then(
      (result) => {
        if (!isFinal(result)) return begin(key, input);
        next.delete(key);
        return result;
      },
      () => begin(key, input),
    );
    next.set(key, mine);
    return mine;
  };
};

/** The same for a single piece of work without input. */
export const createSharedRun = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  const run = createSingleFlight(work);
  return () => run("");
};

/** The same for callers who are served by the run that is under way: no other follows it. */
export const createOneRun = <T>(work: () => Promise<T>) => {
  let present: Promise<T> | null = null;
  return {
    run: (): Promise<T> => {
      present ??= work().finally(() => {
        present = null;
      });
      return present;
    },
    /** Resolves when none is under way, however it ended. */
    idle: async (): Promise<void> => {
      await present?.catch(() => undefined);
    },
  };
};

/**
 * The same for work whose callers need no result: a caller while it runs does not wait, and the run is repeated once
 * for all of them, so work may even start itself. A run that fails is repeated for them as well; two failures in a row
 * end the repeats. The last failure reaches the caller that began it.
 */
export const createRepeatedFlight = (work: (key: string) => Promise<void>) => {
  const running = new Map<string, { again: boolean }>();
  const repeat = async (key: string, mine: { again: boolean }): Promise<void> => {
    for (let failures = 0; mine.again; ) {
      mine.again = false;
      try {
        await work(key);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!mine.again || failures > 1) throw error;
      }
    }
  };
  return async (key: string): Promise<void> => {
    const present = running.get(key);
    if (present) {
      present.again = true;
      return;
    }
    const mine = { again: true };
    running.set(key, mine);
    await repeat(key, mine).finally(() => running.delete(key));
  };
};
