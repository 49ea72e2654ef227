import { ObjectId } from "mongodb";
import { dayAfter } from "#shared/http/date-range.ts";
import type { Found, ReconciliationDocument } from "#shared/reconciliation/reconciliation.document.server.ts";
import { mostDriftsNamed } from "#shared/reconciliation/reconciliation.schema.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { compareDay, firstComparedDay, isClosed } from "./compare-day.ts";
import { compareUsers } from "./compare-users.ts";
import { requestNightly, takeRun } from "./runs.ts";

interface Parts {
  mongo: Pick<Mongo, "collections" | "inTransaction" | "readAsOf" | "serverTime">;
  /** What MongoDB's own time is said to be, in tests that move it. */
  databaseClock?: Clock | undefined;
  log: Pick<Logger, "info" | "warn">;
  timeZone: string;
  /** So many users are compared at one moment. */
  usersPerStep?: number;
}

/** Each figure under its own path. */
const addedTo = (field: string, figures: object): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${field}.${figure}`, value]));

/**
 * Compares accounts with the rows that they come from (specification: Reconciliation), these with the orders and
 * transactions that caused them, and each closed day of sales with its orders, each night and when an admin requests
 * it. What differs is stored with both figures and the rows, and left as it is. Any worker may be killed: another
 * continues after the last users or the last day that was compared.
 */
export const createReconciliation = ({ mongo, databaseClock, log, timeZone, usersPerStep = 50 }: Parts) => {
  const { users, reconciliations, drifts } = mongo.collections;
  const now = async () => databaseClock?.now() ?? mongo.serverTime();
  let ending = false;
  let underWay: Promise<void> | null = null;

  /**
   * Writes how far the run is, with what was found: both or none, so that a worker that takes it over continues there
   * and finds no drift twice. Null once another worker has the run.
   */
  const write = async (
    run: ReconciliationDocument,
    found: Found[],
    $set: Partial<ReconciliationDocument>,
    $inc: Record<string, number> = {},
  ): Promise<ReconciliationDocument | null> => {
    const named = found.slice(0, Math.max(0, mostDriftsNamed - run.drifts));
    return mongo.inTransaction(async (dbSession) => {
      const held = await reconciliations.findOneAndUpdate(
        { _id: run._id, holder: run.holder },
        { $set, $inc: { drifts: found.length, ...$inc } },
        { session: dbSession, returnDocument: "after" },
      );
      if (held && named.length > 0)
        await drifts.insertMany(
          named.map((drift) => ({ _id: new ObjectId(), reconciliation: run._id, ...drift })),
          { session: dbSession },
        );
      return held;
    });
  };

  /** Compares the next users with their rows, and these with their causes. */
  const compareSome = async (run: ReconciliationDocument): Promise<ReconciliationDocument | null> => {
    const { found } = await mongo.readAsOf(async (dbSession) => {
      const people = await users
        .find(run.after ? { _id: { $gt: run.after } } : {}, {
          session: dbSession,
          hint: "_id_",
          projection: { penaltiesOwed: 1 },
        })
        .sort({ _id: 1 })
        .limit(usersPerStep)
        .toArray();
      return { people, compared: await compareUsers(mongo, dbSession, people) };
    });
    const { people, compared } = found;
    const last = people.at(-1);
    if (!last) {
      const nextDay = await firstComparedDay(mongo, timeZone);
      return nextDay === null ? end(run) : write(run, [], { nextDay });
    }
    const { drifts: differing, held, ...counted } = compared;
    return write(
      run,
      differing,
      { after: last._id },
      // One that was begun before there were sums has none: half of them would be a lie.
      { users: people.length, ...counted, ...(run.held ? addedTo("held", held) : {}) },
    );
  };

  const end = async (run: ReconciliationDocument) =>
    write(run, [], { state: "done", endedAt: new Date(await now()), holder: null, heldUntil: null });

  const step = async (run: ReconciliationDocument): Promise<ReconciliationDocument | null> => {
    const { nextDay } = run;
    if (nextDay === undefined) return compareSome(run);
    if (!isClosed(nextDay, await now(), timeZone)) return end(run);
    const { found } = await mongo.readAsOf((dbSession) => compareDay(mongo, dbSession, nextDay, timeZone));
    return write(run, found, { nextDay: dayAfter(nextDay) }, { days: 1 });
  };

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
      if (found > 0) log.warn(counted, "accounts, rows or sales are not what they come from");
      else log.info(counted, "every account is what its rows add up to, and these what caused them");
    }
  };

  return {
    /** Does what is to be done; called again it waits for the same. */
    run: async (): Promise<void> => {
      underWay ??= goOn().finally(() => {
        underWay = null;
      });
      await underWay;
    },
    /** Ends after the users that are being compared; another worker goes on with the run. */
    stop: async (): Promise<void> => {
      ending = true;
      await underWay?.catch(() => undefined);
    },
  };
};
export type Reconciliation = ReturnType<typeof createReconciliation>;
