import { ObjectId } from "mongodb";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { mostAttempts } from "#shared/reports/report.rules.ts";
import { isFree, takeLease } from "#shared/runtime/lease.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";

/** A report worker that extended its lease no more has died: another one begins its report anew. */
const leaseMs = 15_000;

/** A report that this worker has begun. */
export type HeldReport = ReportDocument & { holder: ObjectId };

const lost = "Its worker stopped again and again: narrow the filters and request it again";

/**
 * The report that this worker is to make: one whose worker died, which begins anew, else the one that waits longest of
 * an operator who has none under way. Null where there is none.
 */
export const takeReport = async ({ collections: { reports } }: Pick<Mongo, "collections">, now: number) => {
  await reports.updateMany(
    { state: "running", attempts: { $gte: mostAttempts }, ...isFree() },
    { $set: { state: "failed", error: lost, holder: null, endedAt: new Date(now) } },
  );
  // The file of each attempt has an id of its own: what a dead worker stored is named by nobody from here on.
  const holder = new ObjectId();
  const order = { collection: reports, holder, leaseMs, sort: { askedAt: 1 as const } };
  const begun = { state: "running", progress: 0, rows: 0, error: "", attempts: { $add: ["$attempts", 1] } };
  try {
    const left = await takeLease({ ...order, where: { state: "running" }, set: begun });
    const busy = left ? [] : await reports.distinct("by", { state: "running" });
    const waiting = { state: "waiting" as const, by: { $nin: busy } };
    const taken = left ?? (await takeLease({ ...order, where: waiting, set: { ...begun, startedAt: new Date(now) } }));
    return taken && { report: { ...taken.document, holder }, lease: taken.lease };
  } catch (error) {
    // Another worker has begun one of the same operator meanwhile.
    if (isTaken(error)) return null;
    throw error;
  }
};
export type TakenReport = NonNullable<Awaited<ReturnType<typeof takeReport>>>;
