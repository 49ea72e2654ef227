import type { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../mongo.ts";

/** What an operator reads of a report whose file is gone. */
export const namedSomebody = "It named a customer whose account was deleted: make it again";

/**
 * In the transaction that deletes an account: no report names this customer any more. Files that hold his rows can no
 * longer be read, and a report worker takes them away within a minute; reports that are being made begin anew; those
 * that were asked for by his number go, and are repeated no more.
 */
export const forgetInReports = async (
  { collections: { reports, reportSchedules, reportPeople } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { user, phone }: { user: ObjectId; phone: string },
): Promise<void> => {
  const session = dbSession;
  await reports.deleteMany({ "filters.phone": phone }, { session });
  await reportSchedules.deleteMany({ "filters.phone": phone }, { session });
  await reportSchedules.deleteMany({ by: user }, { session });
  const naming = await reportPeople.find({ people: user }, { session, projection: { file: 1 } }).toArray();
  await reports.updateMany(
    { file: { $in: naming.map(({ file }) => file) } },
    { $set: { state: "failed", error: namedSomebody, file: null, bytes: 0, progress: 0 } },
    { session },
  );
  await reports.updateMany(
    { state: "running" },
    { $set: { state: "waiting", holder: null, heardAt: null, progress: 0, rows: 0 } },
    { session },
  );
};
