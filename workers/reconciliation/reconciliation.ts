import { createOneRun } from "#shared/concurrency/single-flight.ts";
import type { ReconciliationDocument } from "#shared/reconciliation/reconciliation.document.server.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type DatabaseTime, databaseTime } from "../parts.ts";
import { createRunSteps } from "./run-steps.ts";
import { requestNightly, takeRun } from "./runs.ts";

interface Parts extends DatabaseTime {
  mongo: Pick<Mongo, "collections" | "inTransaction" | "readAsOf" | "serverTime">;
  log: Pick<Logger, "info" | "warn">;
  timeZone: string;
  /** How many users are compared in one snapshot. */
  usersPerStep?: number;
}

/**
 * Compares accounts with the rows that they come from (specification: Reconciliation), these with the orders and
 * transactions that caused them, and each closed day of sales with its orders, each night and when an admin requests
 * it. What differs is stored with both figures and the rows, and left as it is. Any worker may be killed: another
 * continues after the last users or the last day that was compared.
 */
export const createReconciliation = ({ mongo, databaseClock, log, timeZone, usersPerStep = 50 }: Parts) => {
  const now = () => databaseTime({ mongo, databaseClock });
  const step = createRunSteps({ mongo, now, timeZone, usersPerStep });
  let ending = false;

  const goOn = async (): Promise<void> => {
    await requestNightly(mongo, await now(), timeZone);
    for (;;) {
      const taken = await takeRun(mongo, await now());
      if (!taken) return;
      let run: ReconciliationDocument | null = taken.document;
      try {
        while (run?.state === "running" && !ending) run = await step(run);
      } finally {
        // A run that is not over is another worker's at once.
        await taken.lease.giveBack().catch((error: unknown) => log.warn({ err: error }, "a lease runs out by itself"));
      }
      if (run?.state !== "done") return;
      const { users: people, orders, transactions, canRows, depositRows, days, drifts: found } = run;
      const counted = { users: people, orders, transactions, canRows, depositRows, days, drifts: found };
      if (found > 0) log.warn(counted, "the reconciliation found differences");
      else log.info(counted, "the reconciliation found no difference");
    }
  };

  const work = createOneRun(goOn);
  return {
    /** Does what is to be done; called again it waits for the same. */
    run: work.run,
    /** Ends after the users that are being compared; another worker goes on with the run. */
    stop: async (): Promise<void> => {
      ending = true;
      await work.idle();
    },
  };
};
export type Reconciliation = ReturnType<typeof createReconciliation>;
