/**
 * Work that many ask for at once is done once for all who asked before it began; who asks while it goes on waits for
 * the next. So nobody is given what was read before he asked, and never more than one is under way.
 */
export const createTogether = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<void> | null = null;
  let next: Promise<T> | null = null;

  const begin = (): Promise<T> => {
    next = null;
    const mine = work();
    const settled = () => {
      if (next === null) underWay = null;
    };
    underWay = mine.then(settled, settled);
    return mine;
  };

  return () => {
    if (next) return next;
    if (!underWay) return begin();
    next = underWay.then(begin);
    return next;
  };
};
