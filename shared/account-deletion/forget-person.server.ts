import type { FindCursor, ObjectId } from "mongodb";
import { isOfPerson } from "../list-views/list-view.schema.ts";
import type { ReportDocument } from "../reports/report.document.server.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";

/** What an operator reads of a report whose file is gone. */
export const namedSomebody = "It named a customer whose account was deleted: make it again";

/** Neither of them grows: reports are kept for days, and operators end what they repeat. */
const requestedBy = async (
  cursor: FindCursor<Pick<ReportDocument, "_id" | "filters">>,
  isNamedIn: (text: string) => boolean,
): Promise<{ _id: { $in: ObjectId[] } }> => {
  const naming = (await cursor.toArray()).filter(({ filters }) =>
    // What else a list is filtered by are machines, states and orders: a customer may be called 'Time'.
    Object.entries(filters).some(([filter, value]) => isOfPerson(filter) && isNamedIn(value)),
  );
  return { _id: { $in: naming.map(({ _id }) => _id) } };
};

/**
 * In the transaction that deletes an account: no report names this customer any more. Files with their rows can no
 * longer be read, and a report worker deletes them within a minute; running reports start anew; those whose filters
 * name them, by number, email or name, are deleted, and are repeated no more.
 */
export const forgetInReports = async (
  { collections: { reports, reportSchedules, reportPeople } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { user, isNamedIn }: { user: ObjectId; isNamedIn: (text: string) => boolean },
): Promise<void> => {
  const session = dbSession;
  const options = { session, projection: { filters: 1 } };
  await reports.deleteMany(await requestedBy(reports.find({}, options), isNamedIn), { session });
  await reportSchedules.deleteMany(await requestedBy(reportSchedules.find({}, options), isNamedIn), { session });
  await reportSchedules.deleteMany({ by: user }, { session });
  const naming = await reportPeople.find({ people: user }, { session, projection: { file: 1 } }).toArray();
  await reports.updateMany(
    { file: { $in: naming.map(({ file }) => file) } },
    { $set: { state: "failed", error: namedSomebody, file: null, bytes: 0, progress: 0 } },
    { session },
  );
  await reports.updateMany(
    { state: "running" },
    // No worker was lost: it has all its attempts again, however many accounts are deleted meanwhile.
    { $set: { state: "waiting", holder: null, heldUntil: null, progress: 0, rows: 0, attempts: 0 } },
    { session },
  );
};
