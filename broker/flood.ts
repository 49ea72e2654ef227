interface Budget {
  /** So many at once. */
  burst: number;
  perSecond: number;
}

/**
 * A unit says a few messages a minute; a storm of door facts after a long outage is a few thousand. Whoever talks on
 * beyond that has lost its mind and would take the others' share of the event loop.
 */
const talk: Budget = { burst: 5_000, perSecond: 500 };

/** Gives false once there was too much of something; of a connection's talk where it is not said. `now` in milliseconds. */
export const createPatience = ({ burst, perSecond } = talk) => {
  let left = burst;
  let countedAt = 0;

  return (now: number): boolean => {
    left = Math.min(burst, left + ((now - countedAt) / 1_000) * perSecond) - 1;
    countedAt = now;
    return left >= 0;
  };
};
