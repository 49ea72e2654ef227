export interface Rate {
  /** The most at once. */
  burst: number;
  /** How much comes back. */
  perSecond: number;
}

/** What somebody may spend. `now` in milliseconds, of any clock that only goes forward. */
export const createBudget = ({ burst, perSecond }: Rate) => {
  let left = burst;
  let countedAt = 0;
  const refill = (now: number) => {
    left = Math.min(burst, left + (Math.max(0, now - countedAt) / 1_000) * perSecond);
    countedAt = now;
  };

  return {
    /** False when there was not enough; nothing is left then, and nothing owed. */
    spend: (cost: number, now: number): boolean => {
      refill(now);
      const isEnough = left >= cost;
      left = Math.max(0, left - cost);
      return isEnough;
    },
    /**
     * False when there was not enough, and then nothing is spent: as many calls of an endless stream pass as may. By
     * `spend` none would, where they come faster than it refills.
     */
    take: (cost: number, now: number): boolean => {
      refill(now);
      if (left < cost) return false;
      left -= cost;
      return true;
    },
    giveBack: (cost: number): void => {
      left = Math.min(burst, left + cost);
    },
    /** What is left of the whole, 0 to 1. */
    share: (now: number): number => {
      refill(now);
      return left / burst;
    },
  };
};
export type Budget = ReturnType<typeof createBudget>;
