import { BSON, type Collection, type Filter, ObjectId, type OptionalUnlessRequiredId, type WithId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { RecordDefinition } from "#shared/events/records.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts, StoredIn } from "../parts.ts";

interface Document {
  _id: ObjectId;
  rev: number;
}
type Parts = Pick<GatewayParts, "mongo" | "audit">;
/** A record that operators edit. */
type EditedCard = {
  [C in RecordDefinition as C["name"]]: StoredIn<C["collection"]> extends Document ? C : never;
}[RecordDefinition["name"]];
type Stored<C extends RecordDefinition> = StoredIn<C["collection"]> & { _id: ObjectId };
type Fields<D> = { [F in keyof D]?: D[F] | undefined };

interface Edit<C extends EditedCard, S> {
  definition: C;
  id: ObjectId;
  /** The `rev` that the operator saw; left out, the edit is made on the record as it is. */
  rev?: number | undefined;
  /** For the audit, where it was no plain change: `container.stocked`. */
  verb?: string;
  /** For the audit: why, in the operator's words. */
  reason?: string | undefined;
  /** What to set; what is as it was already is no change. It refuses by throwing a DomainError, and may run again. */
  fields: (present: Stored<C>, dbSession: DbSession) => Promise<Fields<Stored<C>>> | Fields<Stored<C>>;
  /** Further conditions of the write itself, for rules that another writer could break meanwhile. */
  guard?: Filter<Stored<C>>;
  /** The record as the call answers it, read at the same moment; a refusal as stale carries the same. */
  show: (record: Stored<C>, dbSession: DbSession) => Promise<S> | S;
}

/** Ends the transaction; the refusal is worded once what it carries is complete. */
class Stale extends Error {
  readonly shown: unknown;
  constructor(shown: unknown) {
    super("stale");
    this.shown = shown;
  }
}
const refuseStale = async (
  { key, words }: RecordDefinition,
  work: Promise<unknown>,
  complete: (shown: never) => unknown,
) => {
  try {
    return { [key]: await complete((await work) as never) };
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    throw staleRefusal({ key, words }, await complete(error.shown as never));
  }
};
/** The refusal of an edit that was made on a record that is no longer so: it carries the record as it is. */
export const staleRefusal = ({ key, words }: Pick<RecordDefinition, "key" | "words">, present: unknown) =>
  new DomainError("stale", `This ${words.one} was changed by somebody else meanwhile`, { [key]: present });
const asItIs = (shown: unknown) => shown;
/** What the call replies: the record under its definition's key. */
type RecordReply<C extends RecordDefinition, V> = Record<C["key"], V>;

/**
 * The one way in which an operator's edit is written: guarded by `rev` in the filter, so that two operators cannot both
 * win, with its audit line in the same transaction. Answers what `show` makes of the record under the definition's key,
 * and what `complete` adds after the commit where that is not known to MongoDB. Throws `missing`, or `conflict` for a
 * stale edit.
 */
export const changeRecord = <C extends EditedCard, S, V = S>(
  parts: Parts,
  actor: Actor,
  edit: Edit<C, S>,
  complete: (shown: S) => Promise<V> | V = asItIs as (shown: S) => V,
): Promise<RecordReply<C, V>> => {
  const work = parts.mongo.inTransaction((dbSession) => attempt(dbSession, parts, actor, edit));
  return refuseStale(edit.definition, work, complete) as Promise<RecordReply<C, V>>;
};

/** The same inside a transaction that does more. */
export const changeRecordIn = <C extends EditedCard, S>(
  dbSession: DbSession,
  parts: Parts,
  actor: Actor,
  edit: Edit<C, S>,
): Promise<RecordReply<C, S>> =>
  refuseStale(edit.definition, attempt(dbSession, parts, actor, edit), asItIs) as Promise<RecordReply<C, S>>;

const attempt = async <C extends EditedCard, S>(
  dbSession: DbSession,
  { mongo, audit }: Parts,
  actor: Actor,
  { definition, id, rev, guard = {}, show, ...edit }: Edit<C, S>,
): Promise<S> => {
  const collection = collectionOf(mongo, definition) as unknown as Collection<Document>;
  const present = await collection.findOne({ _id: id }, { session: dbSession });
  if (!present) throw missing(definition, id.toHexString());
  const stored = present as unknown as Stored<C>;
  if (rev !== undefined && rev !== present.rev) throw new Stale(await show(stored, dbSession));

  const fields = differing(stored, await edit.fields(stored, dbSession));
  if (Object.keys(fields).length === 0) return show(stored, dbSession);
  const changed = await collection.findOneAndUpdate(
    { ...(guard as Filter<Document>), _id: id, rev: present.rev },
    { $set: fields as Partial<Document>, $inc: { rev: 1 } },
    { session: dbSession, returnDocument: "after" },
  );
  if (!changed) throw new Stale(await show(stored, dbSession));
  const verb = edit.verb ?? `${definition.name}.changed`;
  const { reason } = edit;
  await audit.write(dbSession, actor, { verb, record: named(definition, id), before: present, after: changed, reason });
  return show(changed as unknown as Stored<C>, dbSession);
};

/** What of the requested fields differs from the record, as it is stored. */
export const differing = <D extends object>(present: D, requested: Fields<D>): Partial<D> => {
  const stored = (value: unknown) => BSON.EJSON.stringify({ value });
  const change = Object.entries(requested).filter(
    ([field, value]) => value !== undefined && stored(value) !== stored(present[field as keyof D]),
  );
  return Object.fromEntries(change) as Partial<D>;
};

export const missing = ({ words }: RecordDefinition, id: string) =>
  new DomainError("missing", `There is no ${words.one} ${id}`);

/** The one record that a list of one contains. */
export const onlyOf = <T>([shown]: readonly T[]): T => {
  if (shown === undefined) throw new Error("one record is shown as one");
  return shown;
};

/** The record with this id, as `dbSession` sees it. Throws `missing`. */
export const requireRecord = async <C extends RecordDefinition>(
  mongo: Pick<Parts["mongo"], "collections">,
  dbSession: DbSession | undefined,
  definition: C,
  id: string,
): Promise<WithId<Stored<C>>> => {
  const filter = { _id: new ObjectId(id) } as Filter<Stored<C>>;
  const found = await collectionOf(mongo, definition).findOne(filter, { session: dbSession });
  if (!found) throw missing(definition, id);
  return found;
};

const named = ({ collection }: RecordDefinition, id: ObjectId) => ({ collection, id: id.toHexString() });
const collectionOf = <C extends RecordDefinition>(
  { collections }: Pick<Parts["mongo"], "collections">,
  definition: C,
) => collections[definition.collection] as unknown as Collection<Stored<C>>;

interface Addition<C extends RecordDefinition> {
  definition: C;
  /** For the audit, where it was not simply added. */
  verb?: string;
  record: Stored<C>;
  /** What went so that it could come. */
  before?: object | null;
  /** For the audit: why, in the operator's words. */
  reason?: string | undefined;
}

/** Adds a record with its audit line. What must be unique and is not is refused with its index's sentence. */
export const addRecord = <C extends RecordDefinition>(
  parts: Parts,
  actor: Actor,
  { check, ...add }: Addition<C> & { check?: (dbSession: DbSession) => Promise<void> },
): Promise<Stored<C>> =>
  parts.mongo.inTransaction(async (dbSession) => {
    await check?.(dbSession);
    return addRecordIn(dbSession, parts, actor, add);
  });

export const addRecordIn = async <C extends RecordDefinition>(
  dbSession: DbSession,
  { mongo, audit }: Parts,
  actor: Actor,
  { definition, verb = `${definition.name}.added`, record, before = null, reason }: Addition<C>,
): Promise<Stored<C>> => {
  await collectionOf(mongo, definition).insertOne(record as OptionalUnlessRequiredId<Stored<C>>, {
    session: dbSession,
  });
  await audit.write(dbSession, actor, { verb, record: named(definition, record._id), before, after: record, reason });
  return record;
};

/** Removes the record that the filter finds, with its audit line; null when there is none. */
export const removeRecordIn = async <C extends RecordDefinition>(
  dbSession: DbSession,
  { mongo, audit }: Parts,
  actor: Actor,
  {
    definition,
    verb = `${definition.name}.removed`,
    filter,
  }: { definition: C; verb?: string; filter: Filter<Stored<C>> },
): Promise<Stored<C> | null> => {
  const gone = (await collectionOf(mongo, definition).findOneAndDelete(filter, {
    session: dbSession,
  })) as Stored<C> | null;
  if (!gone) return null;
  await audit.write(dbSession, actor, { verb, record: named(definition, gone._id), before: gone, after: null });
  return gone;
};
