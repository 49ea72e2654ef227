import { ObjectId } from "mongodb";
import type { Clock } from "#shared/runtime/clock.ts";
import type { ReconciliationDocument } from "#shared/runtime/documents/reconciliation.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { compareUsers } from "./compare-users.ts";
import { askNightly, takeRun } from "./runs.ts";

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
 * Compares accounts with the rows that they come from (decisions of money: reconciliation), each night and when an
 * admin asks. What differs is written down with both figures and the rows, and left as it is. Any worker may be killed:
 * another goes on behind the last users that were compared.
 */
export const createReconciliation = ({ mongo, databaseClock, log, timeZone, usersPerStep = 50 }: Parts) => {
  const { users, reconciliations, drifts } = mongo.collections;
  const now = async () => databaseClock?.now() ?? mongo.serverTime();
  let ending = false;
  let underWay: Promise<void> | null = null;

  /** Compares the next users; null once another worker holds the run. */
  const step = async (run: ReconciliationDocument): Promise<ReconciliationDocument | null> => {
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
    const mine = { _id: run._id, holder: run.holder };
    if (!last) {
      const endedAt = new Date(await now());
      return reconciliations.findOneAndUpdate(
        mine,
        { $set: { state: "done", endedAt, holder: null, heardAt: null } },
        { returnDocument: "after" },
      );
    }
    const heardAt = new Date(await now());
    // Both or none: whoever takes it over goes on where `after` says, and finds no drift twice.
    return mongo.inTransaction(async (dbSession) => {
      const held = await reconciliations.findOneAndUpdate(
        mine,
        {
          $set: { after: last._id, heardAt },
          $inc: {
            users: people.length,
            canRows: compared.canRows,
            depositRows: compared.depositRows,
            drifts: compared.drifts.length,
            // One that was begun before there were sums has none: half of them would be a lie.
            ...(run.held ? addedTo("held", compared.held) : {}),
          },
        },
        { session: dbSession, returnDocument: "after" },
      );
      if (held && compared.drifts.length > 0)
        await drifts.insertMany(
          compared.drifts.map((drift) => ({ _id: new ObjectId(), reconciliation: run._id, ...drift })),
          { session: dbSession },
        );
      return held;
    });
  };

  const goOn = async (): Promise<void> => {
    await askNightly(mongo, await now(), timeZone);
    for (;;) {
      let run = await takeRun(mongo, await now());
      if (!run) return;
      while (run?.state === "running" && !ending) run = await step(run);
      if (run?.state === "running") {
        // So that nobody waits until this worker counts as dead.
        await reconciliations.updateOne({ _id: run._id, holder: run.holder }, { $set: { heardAt: new Date(0) } });
        return;
      }
      if (!run) return;
      const said = { users: run.users, canRows: run.canRows, depositRows: run.depositRows, drifts: run.drifts };
      if (run.drifts > 0) log.warn(said, "accounts are not what their rows add up to");
      else log.info(said, "every account is what its rows add up to");
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
