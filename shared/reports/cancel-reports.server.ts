import type { ObjectId } from "mongodb";
import type { Actor, Audit } from "../audit/audit.server.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { ReportDocument } from "./report.document.server.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  audit: Pick<Audit, "writeAll">;
}

/** What a canceled report is; its worker learns of it at its next write, and deletes what it has stored. */
export const canceledAt = (now: Date): Partial<ReportDocument> => ({
  state: "canceled",
  holder: null,
  heldUntil: null,
  progress: 0,
  endedAt: now,
});

/** No report of this operator is made any more. Runs in the transaction that ends their access. */
export const cancelReportsOf = async (
  { mongo: { collections }, audit }: Parts,
  session: DbSession,
  actor: Actor,
  { by, now, reason }: { by: ObjectId; now: Date; reason: string },
): Promise<void> => {
  const underWay = { by, state: { $in: ["waiting" as const, "running" as const] } };
  const found = await collections.reports.find(underWay, { session, projection: { _id: 1 } }).toArray();
  if (found.length === 0) return;
  await collections.reports.updateMany(
    { ...underWay, _id: { $in: found.map(({ _id }) => _id) } },
    { $set: canceledAt(now) },
    { session },
  );
  await audit.writeAll(
    session,
    actor,
    found.map(({ _id }) => ({
      verb: "report.canceled",
      record: { collection: "reports", id: _id.toHexString() },
      before: null,
      after: null,
      reason,
    })),
  );
};
