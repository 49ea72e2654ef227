import { progressOf } from "#shared/reports/report.rules.ts";
import { LeaseLost } from "#shared/runtime/lease.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { TakenReport } from "./take-report.ts";

/** How often a worker stores its progress, and learns that its report was canceled. */
const storeEveryMs = 500;

/**
 * Counts the rows of a report that is made, and stores the progress twice a second. `signal` is aborted as soon as this
 * worker learns that the report was canceled or begun by another worker, and when the worker itself ends.
 */
export const followProgress = ({ lease }: Pick<TakenReport, "lease">, ending: AbortSignal, log: Logger) => {
  let rows = 0;
  let total = 0;
  let storing: Promise<void> | null = null;
  const timer = setInterval(() => {
    storing ??= lease
      .write({ $set: { rows, progress: progressOf(rows, total) } })
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) log.warn({ err: error }, "a report's progress was not stored");
      })
      .finally(() => {
        storing = null;
      });
  }, storeEveryMs);

  return {
    signal: AbortSignal.any([lease.signal, ending]),
    expects: (count: number) => {
      total = count;
    },
    wrote: (count: number) => {
      rows += count;
    },
    rows: () => rows,
    /** Resolves when nothing more is stored of it. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await storing;
    },
  };
};
export type ReportProgress = ReturnType<typeof followProgress>;
