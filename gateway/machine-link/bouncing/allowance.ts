interface Allowed {
  /** The most at once. */
  burst: number;
  /** How much comes back. */
  perSecond: number;
}

/**
 * What somebody may cost, counted afterwards: more than is left may be spent, and is owed then. Times are milliseconds
 * of any clock; one that is set back forgives nothing, and no more than `mostOwedMs` is owed after that.
 */
export const createAllowance = ({ burst, perSecond }: Allowed, mostOwedMs: number) => {
  const msOf = (cost: number) => (cost * 1_000) / perSecond;
  /** All of the allowance is back at this moment. */
  let wholeAt = Number.NEGATIVE_INFINITY;

  /** How long until nothing is owed any more. */
  const owedMs = (now: number): number => {
    wholeAt = Math.min(wholeAt, now + msOf(burst) + mostOwedMs);
    return Math.max(0, wholeAt - now - msOf(burst));
  };
  return {
    owedMs,
    spend: (cost: number, now: number): void => {
      wholeAt = Math.min(Math.max(wholeAt, now) + msOf(cost), now + msOf(burst) + mostOwedMs);
    },
    isWhole: (now: number): boolean => wholeAt <= now,
  };
};
