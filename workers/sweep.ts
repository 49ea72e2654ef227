import { createOneRun } from "#shared/concurrency/single-flight.ts";
import type { Logger } from "#shared/runtime/logger.ts";

/**
 * A look that never overlaps itself and never rejects: it answers what it failed with. An outage is logged once, not
 * each second.
 */
export const createSweep = (
  log: Pick<Logger, "error" | "info">,
  words: { failing: string; again: string },
  look: () => Promise<unknown[]>,
) => {
  let isFailing = false;

  const watched = async (): Promise<unknown[]> => {
    const failures = await look().catch((error: unknown) => [error]);
    const [err] = failures;
    if (failures.length > 0 && !isFailing) log.error({ err, failures: failures.length }, words.failing);
    if (failures.length === 0 && isFailing) log.info(words.again);
    isFailing = failures.length > 0;
    return failures;
  };
  const { run: sweep, idle } = createOneRun(watched);
  return { sweep, idle };
};
export type Sweep = ReturnType<typeof createSweep>;
