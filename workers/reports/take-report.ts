import { ObjectId } from "mongodb";
import { mostAttempts } from "#shared/reports/report.rules.ts";
import type { ReportDocument } from "#shared/runtime/documents/reports.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";

/** A report worker that was not heard for so long has died: another one begins its report anew. */
export const silentAfterMs = 15_000;

/** A report that this worker has begun. */
export type HeldReport = ReportDocument & { holder: ObjectId };

const lost = "The worker that made it was lost again and again: narrow the filters, and ask for it anew";

/**
 * The report that this worker is to make: one whose worker died, which begins anew, else the one that waits longest of
 * an operator who has none in hand. Null where there is none.
 */
export const takeReport = async (
  { collections: { reports } }: Pick<Mongo, "collections">,
  now: number,
): Promise<HeldReport | null> => {
  const dead = { state: "running" as const, heardAt: { $lt: new Date(now - silentAfterMs) } };
  await reports.updateMany(
    { ...dead, attempts: { $gte: mostAttempts } },
    { $set: { state: "failed", error: lost, holder: null, endedAt: new Date(now) } },
  );
  // The file of each attempt has an id of its own: what a dead worker stored is named by nobody from here on.
  const holder = new ObjectId();
  const begun = { state: "running" as const, holder, heardAt: new Date(now), progress: 0, rows: 0, error: "" };
  const left = await reports.findOneAndUpdate(
    dead,
    { $set: begun, $inc: { attempts: 1 } },
    { sort: { askedAt: 1 }, returnDocument: "after" },
  );
  if (left) return { ...left, holder };
  const busy = await reports.distinct("by", { state: "running" });
  try {
    const next = await reports.findOneAndUpdate(
      { state: "waiting", by: { $nin: busy } },
      { $set: { ...begun, startedAt: new Date(now) }, $inc: { attempts: 1 } },
      { sort: { askedAt: 1 }, returnDocument: "after" },
    );
    return next && { ...next, holder };
  } catch (error) {
    // Another worker has begun one of the same operator meanwhile.
    if (isTaken(error)) return null;
    throw error;
  }
};
