/**
 * Work about one thing that many ask for at once. Who asks while it goes on waits for the next, which is done once for
 * all who wait, as the first of them asked; so nobody is given what was read before he asked. Where an end is final
 * for everybody (it is paid, the provider is away) those who wait are given it too.
 */
export const createGathered = <A, T>(work: (key: string, asked: A) => Promise<T>, isFinal: (done: T) => boolean) => {
  const underWay = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  const begin = (key: string, asked: A): Promise<T> => {
    waiting.delete(key);
    const mine = work(key, asked);
    underWay.set(key, mine);
    const ended = () => {
      if (underWay.get(key) === mine) underWay.delete(key);
    };
    mine.then(ended, ended);
    return mine;
  };

  return (key: string, asked: A): Promise<T> => {
    const group = waiting.get(key);
    if (group) return group;
    const present = underWay.get(key);
    if (!present) return begin(key, asked);
    const next = present.then(
      (done) => {
        if (!isFinal(done)) return begin(key, asked);
        waiting.delete(key);
        return done;
      },
      () => begin(key, asked),
    );
    waiting.set(key, next);
    return next;
  };
};
