import type { Filter } from "mongodb";
import type { Actor, Audit } from "../audit/audit.server.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { ReportScheduleDocument } from "./report.document.server.ts";
import { withoutPerson } from "./report-query.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  audit: Pick<Audit, "writeAll">;
}

/** Nothing of these is repeated any more, and the audit says why. In the transaction of what ends them. */
export const endSchedules = async (
  { mongo: { collections }, audit }: Parts,
  session: DbSession,
  actor: Actor,
  wanted: Filter<ReportScheduleDocument>,
  reason?: string,
): Promise<void> => {
  const ended = await collections.reportSchedules.find(wanted, { session }).toArray();
  if (ended.length === 0) return;
  await collections.reportSchedules.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } }, { session });
  await audit.writeAll(
    session,
    actor,
    ended.map(({ _id, list, filters, repetition }) => ({
      verb: "report.repetition-ended",
      record: { collection: "reportSchedules", id: _id.toHexString() },
      before: { list, filters: withoutPerson(filters), repetition },
      after: null,
      reason,
    })),
  );
};
