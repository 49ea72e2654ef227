import type { Collection, Filter, MatchKeysAndValues, ObjectId, OptionalUnlessRequiredId, UpdateFilter } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../parts.ts";

interface Record_ {
  _id: ObjectId;
  rev: number;
}
type Parts = Pick<GatewayParts, "mongo" | "audit">;

interface Edit<D extends Record_> {
  collection: Collection<D>;
  id: ObjectId;
  /** The `rev` that the operator saw; left out, the edit is made on the record as it is. */
  rev?: number | undefined;
  /** For the audit: `profile.changed`. */
  verb: string;
  /** In the operator's words: `product profile`. */
  what: string;
  /** What to set; nothing is no change. It refuses by throwing a DomainError, and may run again. */
  fields: (present: D, dbSession: DbSession) => Promise<Partial<D>> | Partial<D>;
  /** Further conditions of the write itself, for rules that another writer could break meanwhile. */
  guard?: Filter<D>;
  /** What a refusal as stale carries: the record as it is now, under the name that the call's answer has. */
  whenStale: (present: D, dbSession: DbSession) => Promise<object> | object;
}

/**
 * The one way in which an operator's edit is written: guarded by `rev` in the filter, so that two operators cannot both
 * win, with its audit line in the same transaction. Throws `missing`, or `conflict` for a stale edit.
 */
export const changeRecord = <D extends Record_>(parts: Parts, actor: Actor, edit: Edit<D>): Promise<D> =>
  parts.mongo.inTransaction((dbSession) => changeRecordIn(dbSession, parts, actor, edit));

/** The same inside a transaction that does more. */
export const changeRecordIn = async <D extends Record_>(
  dbSession: DbSession,
  { audit }: Pick<Parts, "audit">,
  actor: Actor,
  edit: Edit<D>,
): Promise<D> => {
  const { collection, id, rev, verb, what, guard = {} } = edit;
  const byId = { _id: id } as Filter<D>;
  const present = (await collection.findOne(byId, { session: dbSession })) as D | null;
  if (!present) throw new DomainError("missing", `There is no ${what} ${id.toHexString()}`);
  const stale = async (record: D) =>
    new DomainError("conflict", `This ${what} was changed by somebody else meanwhile`, {
      ...(await edit.whenStale(record, dbSession)),
    });
  if (rev !== undefined && rev !== present.rev) throw await stale(present);

  const fields = await edit.fields(present, dbSession);
  if (Object.keys(fields).length === 0) return present;
  const changed = (await collection.findOneAndUpdate(
    { ...guard, _id: id, rev: present.rev } as Filter<D>,
    { $set: fields as MatchKeysAndValues<D>, $inc: { rev: 1 } } as unknown as UpdateFilter<D>,
    { session: dbSession, returnDocument: "after" },
  )) as D | null;
  if (!changed) throw await stale(present);
  const record = { collection: collection.collectionName, id: id.toHexString() };
  await audit.write(dbSession, actor, { verb, record, before: present, after: changed });
  return changed;
};

/** Adds a record with its audit line. Throws MongoDB's duplicate key error where something must be unique. */
export const addRecord = <D extends Record_>(
  { mongo, audit }: Parts,
  actor: Actor,
  add: { collection: Collection<D>; verb: string; record: D; check?: (dbSession: DbSession) => Promise<void> },
): Promise<D> =>
  mongo.inTransaction(async (dbSession) => {
    await add.check?.(dbSession);
    await add.collection.insertOne(add.record as OptionalUnlessRequiredId<D>, { session: dbSession });
    const record = { collection: add.collection.collectionName, id: add.record._id.toHexString() };
    await audit.write(dbSession, actor, { verb: add.verb, record, before: null, after: add.record });
    return add.record;
  });
