import { ObjectId } from "mongodb";
import { dayOf } from "#shared/http/zone-days.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { takeLease } from "#shared/runtime/lease.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";

/** A worker that did not write for this long has died: another one continues. */
const leaseMs = 60_000;
/** The night's begins at this hour of TIME_ZONE, or as soon after it as a worker is there. */
const nightHour = 2;
const hourMs = 3_600_000;

/** The reconciliation of a night, where it is time for one and there is none yet. */
export const requestNightly = async (
  { collections: { reconciliations } }: Pick<Mongo, "collections">,
  now: number,
  timeZone: string,
): Promise<void> => {
  const night = dayOf(now - nightHour * hourMs, timeZone);
  if (await reconciliations.findOne({ night }, { projection: { _id: 1 } })) return;
  try {
    await reconciliations.insertOne(waitingReconciliation({ kind: "job", id: null }, now, night));
  } catch (error) {
    // Another worker was first; or one waits already, and this night's comes behind it.
    if (!isTaken(error)) throw error;
  }
};

/** The run that this worker is to go on with: one whose worker died, else the one that waits; null where there is none. */
export const takeRun = async ({ collections: { reconciliations } }: Pick<Mongo, "collections">, now: number) => {
  const order = { collection: reconciliations, holder: new ObjectId(), leaseMs, sort: { askedAt: 1 as const } };
  const left = await takeLease({ ...order, where: { state: "running" } });
  if (left) return left;
  const set = { state: "running", startedAt: new Date(now) };
  try {
    return await takeLease({ ...order, where: { state: "waiting" }, set });
  } catch (error) {
    // Another one is running.
    if (isTaken(error)) return null;
    throw error;
  }
};
