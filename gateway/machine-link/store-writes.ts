import { MongoBulkWriteError } from "mongodb";
import pRetry from "p-retry";

/**
 * For guarded writes that nobody else makes up for at once: tried three times more, a second apart, while the store does
 * not take them and as long as `isWanted`. Rejects with the last failure.
 */
export const writtenAgain = <T>(write: () => Promise<T>, isWanted: () => boolean): Promise<T> =>
  pRetry(write, { retries: 3, minTimeout: 1_000, factor: 1, shouldRetry: isWanted });

/**
 * Which jobs an error of an unordered bulk write concerns, given the job of each write: the others' writes have
 * succeeded. Throws what concerns all of them.
 */
export const failuresIn = (error: unknown, jobOf: number[]): Map<number, unknown> => {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0) throw error;
  return new Map(failures.map((failure) => [jobOf[failure.index] ?? -1, failure]));
};
