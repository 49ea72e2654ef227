import { pause } from "../../simulator/pause.ts";
import type { Installation } from "../installation.ts";

/** All workers are killed so long after the last time at the earliest: in between they look, and find. */
const restMs = 15_000;

/**
 * Kills (-9) all workers right after something was done, and starts them anew. What is to be done waits for its turn;
 * what waits together is done together.
 */
export const createStruckWorkers = ({ workers }: Pick<Installation, "workers">) => {
  const waiting: (() => Promise<void>)[] = [];
  const kills: number[] = [];
  const ending = new AbortController();

  const round = async (): Promise<void> => {
    await Promise.all(waiting.splice(0).map((work) => work()));
    await Promise.all(workers.map(({ kill }) => kill()));
    kills.push(Date.now());
    await Promise.all(workers.map(({ start }) => start()));
    await pause(restMs, ending.signal);
  };
  const striking = (async () => {
    while (await pause(100, ending.signal)) if (waiting.length > 0) await round();
  })();

  return {
    /** Resolves once it was done; rejects as it does. */
    afterwards: <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => waiting.push(() => work().then(resolve, reject))),
    /** How often all workers were killed between two moments, in milliseconds since 1970. */
    killsBetween: (from: number, to: number): number => kills.filter((at) => at > from && at < to).length,
    stop: async (): Promise<void> => {
      ending.abort();
      await striking;
    },
  };
};
export type StruckWorkers = ReturnType<typeof createStruckWorkers>;
