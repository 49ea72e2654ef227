/** Names are what strangers say they are, so there may be any number of them. */
const maxNames = 10_000;

interface Spent {
  left: number;
  at: number;
}

/**
 * So much a minute for each name, all of it at once if need be; it comes back with time. The names that spent longest
 * ago are forgotten first. `now` counts in milliseconds.
 */
export const createBudgets = (perMinute: number, { burst = perMinute, now = () => performance.now() } = {}) => {
  const spent = new Map<string, Spent>();
  const leftOf = (name: string): number => {
    const before = spent.get(name);
    if (!before) return burst;
    return Math.min(burst, before.left + ((now() - before.at) / 60_000) * perMinute);
  };

  return {
    /** False when nothing is left. */
    spend: (name: string): boolean => {
      const left = leftOf(name);
      spent.delete(name);
      spent.set(name, { left: Math.max(0, left - 1), at: now() });
      const oldest = spent.size > maxNames ? spent.keys().next() : null;
      if (oldest && !oldest.done) spent.delete(oldest.value);
      return left >= 1;
    },
    isSpent: (name: string): boolean => leftOf(name) < 1,
    forget: (name: string): void => {
      spent.delete(name);
    },
  };
};
