/**
 * Runs `work` at most once at a time for each key. Whoever comes meanwhile does not wait: the run that is under way
 * goes round once more for all of them, so work may even call itself. What is lost with a run that fails, the sweep
 * finds.
 */
export const createOneAtATime = (work: (key: string) => Promise<void>) => {
  const underWay = new Map<string, { again: boolean }>();
  return async (key: string): Promise<void> => {
    const current = underWay.get(key);
    if (current) {
      current.again = true;
      return;
    }
    const mine = { again: true };
    underWay.set(key, mine);
    try {
      while (mine.again) {
        mine.again = false;
        await work(key);
      }
    } finally {
      underWay.delete(key);
    }
  };
};
