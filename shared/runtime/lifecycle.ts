import type { Logger } from "./logger.ts";

type Stop = () => Promise<unknown> | unknown;

/**
 * Starts parts in order and undoes them in reverse. A part that fails to start undoes the ones before it.
 * A stop that hangs is given up after `deadlineMs`; the next one runs all the same.
 */
export const createLifecycle = (log: Logger, deadlineMs = 5_000) => {
  const started: { name: string; stop: Stop; ms: number }[] = [];
  let stopping: Promise<void> | undefined;

  const undo = async () => {
    for (const { name, stop, ms } of started.reverse()) {
      const late = new Promise<"late">((resolve) => setTimeout(resolve, ms, "late").unref());
      try {
        const how = await Promise.race([Promise.resolve(stop()).then(() => "done" as const), late]);
        if (how === "late") log.warn({ part: name }, "part did not stop in time");
      } catch (error) {
        log.error({ part: name, err: error }, "part failed to stop");
      }
    }
  };

  return {
    /** Remembers how to undo what has just been started, and how long that may take where it is not `deadlineMs`. */
    add: (name: string, stop: Stop, ms = deadlineMs) => {
      started.push({ name, stop, ms });
    },
    /** Runs once, however often it is called. */
    stop: (): Promise<void> => {
      stopping ??= undo();
      return stopping;
    },
  };
};
export type Lifecycle = ReturnType<typeof createLifecycle>;
