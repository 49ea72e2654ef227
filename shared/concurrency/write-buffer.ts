interface Options<V> {
  windowMs: number;
  write: (batch: Map<string, V>) => Promise<void>;
  /** Called with the first failure in a row. */
  onFailure: (error: unknown) => void;
  /** Called with each batch that failed: what of it was written nobody knows. */
  onLost?: (batch: Map<string, V>) => void;
}

/** Keys beyond this many are not taken in while a write hangs. */
const mostKeys = 100_000;

/**
 * Keeps the latest value of each key for a moment and writes all of it at once. One write is under way at a time, and
 * the next waits until the store has really answered: a frozen store costs one batch of memory, whatever comes
 * meanwhile. A batch that fails is lost: only what comes again, or can be found elsewhere, is buffered here.
 */
export const createWriteBuffer = <V>({ windowMs, write, onFailure, onLost }: Options<V>) => {
  let waiting = new Map<string, V>();
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;

  const later = () => {
    timer ??= setTimeout(() => void flush(), windowMs);
  };

  const writeAll = async () => {
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        await write(batch);
        failing = false;
      } catch (error) {
        if (!failing) onFailure(error);
        failing = true;
        onLost?.(batch);
      }
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.size > 0) later();
    });
    return writing;
  };

  return {
    /** `merge` is given what already waits under this key. */
    put: (key: string, merge: (waiting: V | undefined) => V): void => {
      const before = waiting.get(key);
      if (before === undefined && waiting.size >= mostKeys) return;
      waiting.set(key, merge(before));
      if (!writing) later();
    },
    /** Resolves when all that was put has been written or has failed. */
    flush,
  };
};
