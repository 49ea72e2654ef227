/**
 * Work under one key goes one after another in this process, in the order in which it came. `work` is given what the one
 * right before it resolved with, undefined where that one failed or nobody was waiting. A failure reaches its own caller
 * alone. Work must not wait for other work under its own key.
 */
export const createMutex = <R>() => {
  const latest = new Map<string, Promise<R>>();
  return async <T extends R>(key: string, work: (before: R | undefined) => Promise<T>): Promise<T> => {
    const before = latest.get(key)?.catch(() => undefined) ?? Promise.resolve(undefined);
    const mine = before.then(work);
    latest.set(key, mine);
    try {
      return await mine;
    } finally {
      if (latest.get(key) === mine) latest.delete(key);
    }
  };
};
