/**
 * Work on one thing goes one after another in this process: hundreds who press the same button then meet what the first
 * one did, in place of running into each other's transactions. What decides stands in MongoDB all the same.
 */
export const createOneAfterAnother = () => {
  const lines = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = lines.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    lines.set(name, mine);
    try {
      return await mine;
    } finally {
      if (lines.get(name) === mine) lines.delete(name);
    }
  };
};
