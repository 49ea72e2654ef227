import { progressOf } from "#shared/reports/report.rules.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { HeldReport } from "./take-report.ts";

/** How often a worker says how far it is, and that it lives. */
const sayEveryMs = 500;

/** The report is this worker's no longer: it was canceled, or given to another one. */
export class HoldLost extends Error {}

interface Parts {
  mongo: Pick<Mongo, "collections">;
  now: () => Promise<number>;
  log: Logger;
}

/**
 * This worker's hold on a report: says twice a second how far it is, and aborts `signal` as soon as it hears that the
 * report was canceled or begun by another worker.
 */
export const createHold = ({ mongo, now, log }: Parts, { _id, holder }: HeldReport) => {
  const { reports } = mongo.collections;
  const mine = { _id, holder, state: "running" as const };
  const losing = new AbortController();
  let rows = 0;
  let total = 0;
  let saying: Promise<void> | null = null;

  const say = async (): Promise<void> => {
    const told = { rows, progress: progressOf(rows, total), heardAt: new Date(await now()) };
    const { matchedCount } = await reports.updateOne(mine, { $set: told });
    if (matchedCount === 0) losing.abort(new HoldLost());
  };
  const timer = setInterval(() => {
    saying ??= say()
      .catch((error: unknown) => log.warn({ err: error }, "a report's progress was not stored"))
      .finally(() => {
        saying = null;
      });
  }, sayEveryMs);

  return {
    signal: losing.signal,
    giveUp: () => losing.abort(new HoldLost()),
    expects: (count: number) => {
      total = count;
    },
    wrote: (count: number) => {
      rows += count;
    },
    rows: () => rows,
    /** Ends the hold: true where the report was still this worker's. */
    end: async (how: Partial<HeldReport>): Promise<boolean> => {
      clearInterval(timer);
      await saying;
      const { matchedCount } = await reports.updateOne(mine, {
        $set: { rows, ...how, holder: null, heardAt: null } as never,
      });
      return matchedCount === 1;
    },
    stop: () => clearInterval(timer),
  };
};
export type Hold = ReturnType<typeof createHold>;
