import { isTaken } from "#shared/runtime/mongo.ts";

/** Runs a transaction once more, at most `left` times in all, where another one at the same moment wrote what must be unique. */
export const again = async <T>(work: () => Promise<T>, left = 3): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (left > 1 && isTaken(error)) return again(work, left - 1);
    throw error;
  }
};
