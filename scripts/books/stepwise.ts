/** Work that runs from pause to pause, and only on command, so that several can be interleaved in any order. */
export interface Stepwise {
  /** Goes on to its next pause, or to its end; nothing where it has ended. Rejects with what the work failed with. */
  next(): Promise<void>;
  /** As a process that is killed: it never goes on. */
  kill(): void;
}

export const stepwise = (work: (pause: () => Promise<void>) => Promise<unknown>): Stepwise => {
  let hasBegun = false;
  let isOver = false;
  let goOn = () => {};
  let stands: { done: () => void; failed: (error: unknown) => void };

  const pause = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      stands.done();
    });
  const begin = () => {
    hasBegun = true;
    work(pause).then(
      () => {
        isOver = true;
        stands.done();
      },
      (error: unknown) => stands.failed(error),
    );
  };
  return {
    next: () =>
      new Promise<void>((done, failed) => {
        if (isOver) return done();
        stands = { done, failed };
        if (hasBegun) goOn();
        else begin();
      }),
    kill: () => {
      isOver = true;
    },
  };
};
