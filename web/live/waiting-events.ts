/** So much news waits for one load at most: more than a page can want to know in the seconds that a load may take. */
export const mostWaiting = 1_000;

/** News that arrives while a page loads. Past the bound all of it goes, and the load has to be done again. */
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
