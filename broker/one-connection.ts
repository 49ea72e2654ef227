/**
 * Turns per client id: a sign-in waits until the earlier one of the same id is ready or closed. Left alone, Aedes 1.2
 * lets three reconnects at once end with two open connections.
 */
export const createSignInTurns = () => {
  const last = new Map<string, Promise<void>>();

  return async (id: string, work: () => Promise<void>): Promise<void> => {
    const before = last.get(id) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.catch(() => undefined);
    last.set(id, settled);
    await settled;
    if (last.get(id) === settled) last.delete(id);
    return mine;
  };
};
