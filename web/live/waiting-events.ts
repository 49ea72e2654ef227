/** At most this many events wait for one load: more than a page needs in the seconds that a load may take. */
export const mostWaiting = 1_000;

/** Events that arrive while a page loads. Past the bound all are dropped, and the load has to be done again. */
export const createWaitingEvents = <E>() => {
  let waiting: E[] = [];
  let isOverfull = false;
  return {
    put: (event: E): void => {
      if (waiting.length < mostWaiting) waiting.push(event);
      else isOverfull = true;
      if (isOverfull) waiting = [];
    },
    clear: (): void => {
      waiting = [];
      isOverfull = false;
    },
    /** What waits, in order; null when some of it is missing. */
    all: (): E[] | null => (isOverfull ? null : waiting),
  };
};
