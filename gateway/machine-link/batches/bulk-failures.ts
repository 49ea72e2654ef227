import { MongoBulkWriteError } from "mongodb";

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
