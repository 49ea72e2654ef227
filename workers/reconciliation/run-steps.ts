import { ObjectId } from "mongodb";
import { dayAfter } from "#shared/http/date-range.ts";
import type { Found, ReconciliationDocument } from "#shared/reconciliation/reconciliation.document.server.ts";
import { mostDriftsNamed } from "#shared/reconciliation/reconciliation.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { firstDay } from "../sales/due-days.ts";
import { compareDay, isClosed } from "./compare-day.ts";
import { compareUsers } from "./compare-users.ts";

interface Parts {
  mongo: Pick<Mongo, "collections" | "inTransaction" | "readAsOf">;
  now: () => Promise<number>;
  timeZone: string;
  usersPerStep: number;
}

/** Each figure under its own path. */
const addedTo = (field: string, figures: object): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${field}.${figure}`, value]));

/** Creates the steps of a run; each ends once what it found is written. */
export const createRunSteps = ({ mongo, now, timeZone, usersPerStep }: Parts) => {
  const { users, reconciliations, drifts } = mongo.collections;

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
      const nextDay = await firstDay(mongo, timeZone);
      return nextDay === null ? end(run) : write(run, [], { nextDay });
    }
    const { drifts: differing, held, ...counted } = compared;
    return write(
      run,
      differing,
      { after: last._id },
      // A run that began under a version without sums gets none: sums of a part of the users would be wrong.
      { users: people.length, ...counted, ...(run.held ? addedTo("held", held) : {}) },
    );
  };

  const end = async (run: ReconciliationDocument) =>
    write(run, [], { state: "done", endedAt: new Date(await now()), holder: null, heldUntil: null });

  /** The next users, or once there are none the next day. Null once another worker has the run. */
  return async (run: ReconciliationDocument): Promise<ReconciliationDocument | null> => {
    const { nextDay } = run;
    if (nextDay === undefined) return compareSome(run);
    if (!isClosed(nextDay, await now(), timeZone)) return end(run);
    const { found } = await mongo.readAsOf((dbSession) => compareDay(mongo, dbSession, nextDay, timeZone));
    return write(run, found, { nextDay: dayAfter(nextDay) }, { days: 1 });
  };
};
