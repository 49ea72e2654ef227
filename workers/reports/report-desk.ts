import { createOneRun } from "#shared/concurrency/single-flight.ts";
import { type MakerParts, makeReport } from "./make-report.ts";
import { takeReport } from "./take-report.ts";

/** Files that no report names are looked for this often. */
const sweepEveryMs = 60_000;

/** Makes reports, one after another. Safe to be called however often: a second call waits for the first. */
export const createReportDesk = (parts: MakerParts & { handOver?: () => Promise<void> }) => {
  const { mongo, files, now, log } = parts;
  const ending = new AbortController();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const sweep = async (): Promise<void> => {
    if (performance.now() - sweptAt < sweepEveryMs) return;
    sweptAt = performance.now();
    const removed = await files.sweep();
    if (removed > 0) log.info({ removed }, "report files without a report were removed");
  };
  const goOn = async (): Promise<void> => {
    await sweep();
    await parts.handOver?.();
    while (!ending.signal.aborted) {
      const taken = await takeReport(mongo, await now());
      if (!taken) return;
      await makeReport(parts, taken, ending.signal);
      await parts.handOver?.();
    }
  };
  const work = createOneRun(goOn);
  return {
    run: work.run,
    /** The report that is being made waits again, for another worker. */
    stop: async (): Promise<void> => {
      ending.abort();
      await work.idle();
    },
  };
};
