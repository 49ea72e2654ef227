import type { Filter, ObjectId } from "mongodb";
import { erasedName, erasedPhone } from "#shared/account-deletion/account-deletion.rules.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { AuditDocument } from "#shared/runtime/upkeep.document.ts";
import { ownRecords } from "../../records/own-records.ts";
import { eraseIn, eraserOf, type Person, patternsOf } from "./erase-words.ts";

type Stores = Pick<Mongo, "collections">;
type AuditedValues = AuditDocument["before"];

/** A user as the audit has them, or a note about them. */
const eraseUser = (user: AuditedValues, id: string): AuditedValues =>
  user && {
    ...user,
    ...("name" in user ? { name: erasedName } : {}),
    ...("phone" in user ? { phone: erasedPhone(id) } : {}),
    ...("email" in user ? { email: "" } : {}),
  };
const eraseNote = (note: AuditedValues): AuditedValues => note && { ...note, ...("note" in note ? { note: "" } : {}) };
const eraseAuthor = (note: AuditedValues, author: ObjectId): AuditedValues => {
  const by = note?.author as { _id?: ObjectId } | null | undefined;
  return by?._id?.equals(author) ? { ...note, author: { ...by, name: erasedName } } : note;
};

/** Reports that were requested under one of their names; the audit keeps these longer than the reports. */
const requestedBy = (person: Person) => {
  const places = ["phone", "email", "user"].flatMap((filter) => [
    `before.filters.${filter}`,
    `after.filters.${filter}`,
  ]);
  // With one that finds nothing, because MongoDB refuses an empty list.
  const named = [...patternsOf(person), "^$"].map((pattern) => ({ $regex: pattern, $options: "i" }));
  return { $or: places.flatMap((place) => named.map((one) => ({ [place]: one }))) };
};

/** The audit keeps who changed what and when, of each of their records, and nothing that identifies them. */
export const forgetInAudit = async (stores: Stores, session: DbSession, person: Person): Promise<void> => {
  const { audit } = stores.collections;
  const id = person._id.toHexString();
  const erase = eraserOf(person);

  const eachLine = async (
    filter: Filter<AuditDocument> & { "record.collection": string },
    change: (values: AuditedValues) => AuditedValues,
  ): Promise<AuditDocument[]> => {
    const lines = await audit.find(filter, { session, hint: "record" }).toArray();
    const writes = lines.flatMap((line) => {
      const { before, after, reason } = eraseIn(line, erase);
      const erased = { before: change(before), after: change(after), ...(reason === undefined ? {} : { reason }) };
      const isSame = erased.before === line.before && erased.after === line.after && erased.reason === line.reason;
      return isSame ? [] : { updateOne: { filter: { _id: line._id }, update: { $set: erased } } };
    });
    if (writes.length > 0) await audit.bulkWrite(writes, { session });
    return lines;
  };
  const asItIs = (values: AuditedValues) => values;

  const ofUser = await eachLine({ "record.collection": "users", "record.id": id }, (values) => eraseUser(values, id));
  await eachLine({ "record.collection": "notes", "record.id": id }, eraseNote);
  for (const collection of ["deposits", "cans"])
    await eachLine({ "record.collection": collection, "record.id": id }, asItIs);
  for await (const { collection, ids } of ownRecords(stores, session, person._id))
    await eachLine({ "record.collection": collection, "record.id": { $in: ids } }, asItIs);
  for (const collection of ["reports", "reportSchedules"])
    await eachLine({ "record.collection": collection, ...requestedBy(person) }, asItIs);
  // Only an operator writes notes.
  const wasOperator = ofUser.some(({ before, after }) => [before?.role, after?.role].some(isOperatorsRole));
  if (wasOperator) await eachLine({ "record.collection": "notes" }, (values) => eraseAuthor(values, person._id));
};

const isOperatorsRole = (role: unknown) => role === "staff" || role === "admin";
