import type { Collection, Document } from "mongodb";
import { erasedName } from "#shared/account-deletion/account-deletion.rules.ts";
import { forgetInReports } from "#shared/account-deletion/forget-person.server.ts";
import { scopeOf } from "#shared/cans/can-scopes.server.ts";
import { isOfPerson } from "#shared/list-views/list-view.schema.ts";
import { inBatches } from "#shared/runtime/in-batches.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { AuditDocument } from "#shared/runtime/upkeep.document.ts";
import { eraseIn, eraserOf, isCalledIn, type Person, patternsOf } from "./erase-words.ts";
import { forgetInAudit } from "./forget-in-audit.ts";

type Stores = Pick<Mongo, "collections">;

type Texts = [
  collection: "penalties" | "canTransactions" | "orders" | "depositRows" | "canLedger",
  index: string,
  field: string,
];
/** Texts that operators typed on their records, with the index that finds them. */
const typedTexts: Texts[] = [
  ["penalties", "user", "message"],
  ["canTransactions", "userTime", "comment"],
  ["orders", "userTime", "steps.reason"],
  ["depositRows", "user", "reason"],
  ["canLedger", "scope", "message"],
];

/** The typed text alone: what stands beside it is read by programs, and a customer may be called 'Payment'. */
const eraseTyped = (stored: unknown, inner: string | undefined, erase: (text: string) => string): unknown =>
  inner === undefined
    ? eraseIn(stored, erase)
    : (stored as Document[]).map((one) => ({ ...one, [inner]: eraseIn(one[inner], erase) }));

const eraseTexts = async ({ collections }: Stores, session: DbSession, person: Person): Promise<void> => {
  const patterns = patternsOf(person);
  if (patterns.length === 0) return;
  const erase = eraserOf(person);
  for (const [name, index, field] of typedTexts) {
    const collection = collections[name] as unknown as Collection<Document>;
    const ofPerson = name === "canLedger" ? { scopes: scopeOf({ user: person._id }) } : { user: person._id };
    const [top = field, inner] = field.split(".");
    const named = patterns.map((pattern) => ({ [field]: { $regex: pattern, $options: "i" } }));
    const found = collection.find({ ...ofPerson, $or: named }, { session, hint: index }).project({ [top]: 1 });
    // Neither memory nor a command grows with how much there is of somebody.
    for await (const some of inBatches(found, recordsPerBatch)) {
      const writes = some.map((record) => ({
        updateOne: { filter: { _id: record._id }, update: { $set: { [top]: eraseTyped(record[top], inner, erase) } } },
      }));
      await collection.bulkWrite(writes, { session });
    }
  }
};

/** Their notes about others keep the text, and lose the author's name. */
const eraseNotes = async ({ collections: { notes } }: Stores, session: DbSession, { _id }: Person): Promise<void> => {
  await notes.updateMany({ "author._id": _id }, { $set: { "author.name": erasedName } }, { session, hint: "author" });
  const empty = { note: "", author: null, updatedAt: null };
  await notes.updateOne({ _id }, { $set: empty, $inc: { rev: 1 } }, { session, upsert: true });
};

/** Views of lists that operators named after them, or saved with a filter by them before such filters were left out. */
const eraseInViews = async (
  { collections: { listViews } }: Stores,
  session: DbSession,
  isCalled: (text: string) => boolean,
): Promise<void> => {
  // There is one document for each operator.
  for (const { _id, views } of await listViews.find({}, { session }).toArray()) {
    const isKept = ({ name, query }: (typeof views)[number]) => {
      const persons = [...new URLSearchParams(query)].filter(([filter]) => isOfPerson(filter));
      return ![name, ...persons.map(([, value]) => value)].some(isCalled);
    };
    const kept = views.filter(isKept);
    if (kept.length < views.length) await listViews.updateOne({ _id }, { $set: { views: kept } }, { session });
  }
};

/** Approvals keep who requested, about which record and how it ended. Pending ones can no longer be decided. */
const eraseApprovals = async (
  { collections: { approvals } }: Stores,
  session: DbSession,
  { _id: user }: Person,
): Promise<void> => {
  const nameless = { change: {}, what: "", reason: "", decision: "" };
  await approvals.updateMany({ user }, { $set: nameless, $inc: { rev: 1 } }, { session, hint: "user" });
  await approvals.updateMany({ user, state: "requested" }, { $set: { state: "ended" } }, { session, hint: "user" });
};

/** The person may have been an operator once: their sign-ins, browsers and list views. */
const eraseLogins = async (
  { collections: { logins, devices, listViews } }: Stores,
  session: DbSession,
  { _id: user }: Person,
  endedAt: Date,
): Promise<void> => {
  await logins.updateMany({ user, endedAt: null }, { $set: { endedAt } }, { session });
  await logins.updateMany({ user }, { $set: { deviceName: "", from: "", device: null } }, { session });
  await devices.deleteMany({ user }, { session });
  await listViews.deleteOne({ _id: user }, { session });
};

/** The person with every name, phone and email in the audit. */
const everCalled = async ({ collections: { audit } }: Stores, session: DbSession, person: Person): Promise<Person> => {
  const lines = await audit
    .find({ "record.collection": "users", "record.id": person._id.toHexString() }, { session, hint: "record" })
    .project<Pick<AuditDocument, "before" | "after">>({ before: 1, after: 1 })
    .toArray();
  const known = lines.flatMap(({ before, after }) => [before, after]);
  const words = known.flatMap((user) => [user?.name, user?.phone, user?.email]);
  return { ...person, earlier: words.filter((word) => typeof word === "string") };
};

/**
 * Makes a person unreadable wherever Cansole stores them, inside the transaction that deletes the account. Orders,
 * cans, sessions and the ledgers name customers by id and stay; the caller replaces the user record. Code that stores a
 * name, a phone, an email or a file with one must be erased here too.
 */
export const forgetPerson = async (stores: Stores, dbSession: DbSession, known: Person, now: Date): Promise<void> => {
  const person = await everCalled(stores, dbSession, known);
  const erase = eraserOf(person);
  await eraseNotes(stores, dbSession, person);
  await eraseLogins(stores, dbSession, person, now);
  await eraseTexts(stores, dbSession, person);
  await eraseApprovals(stores, dbSession, person);
  await stores.collections.idempotencyKeys.deleteMany({ person: person._id }, { session: dbSession, hint: "person" });
  await eraseInViews(stores, dbSession, isCalledIn(person));
  await forgetInReports(stores, dbSession, { user: person._id, isNamedIn: (text) => erase(text) !== text });
  await forgetInAudit(stores, dbSession, person);
};
