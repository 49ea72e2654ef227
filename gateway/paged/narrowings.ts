import type { Collection, Document } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { findMachine } from "../records/find-machine.ts";
import { beginsWith as nameBegins } from "../records/search-by.ts";
import type { Narrowing, PagedAnswer } from "./paged-answer.ts";

/** MongoDB merges the orders of at most this many values (`internalQueryMaxScansToExplode`). */
const mergedValues = 200;

/** The field equals this value. */
export const equals =
  (field: string, index: string): Narrowing =>
  (value) => ({ filter: { [field]: value }, index });

/** The field begins so, letter by letter. */
export const begins =
  (field: string, index: string): Narrowing =>
  (value) => ({ filter: { [field]: { $regex: `^${value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}` } }, index });

/** The machine that is named by its database id or its vendingMachineId. */
export const machineNamed =
  (field: string, index: string): Narrowing =>
  async (named, look) => {
    const machine = await findMachine(look, look.dbSession, named);
    return machine && { filter: { [field]: machine._id }, index };
  };

/** The field is the id of the user with exactly this number. */
export const userWithPhone =
  (field: string, index: string): Narrowing =>
  async (phone, { dbSession, collections: { users } }) => {
    const user = await users.findOne({ phone }, { session: dbSession, projection: { _id: 1 } });
    return user && { filter: { [field]: user._id }, index };
  };

/**
 * The field is the id of a record whose `name` begins so, small and capital letters alike. Where there may be any
 * number of such records, `most` of them are looked for; throws `invalid` when there are more.
 */
export const idWhereNameBegins =
  <D extends Document>(
    { field, index, most }: { field: string; index: string; most?: number },
    collectionOf: (collections: Collections) => Collection<D>,
    name: keyof D & string,
  ): Narrowing =>
  async (value, { dbSession, collections }) => {
    const question = nameBegins<D>(name)(value);
    if (!question) return null;
    const { filter, options } = question;
    const found = await collectionOf(collections)
      .find(filter, { ...options, session: dbSession, projection: { _id: 1 }, ...(most ? { limit: most + 1 } : {}) })
      .toArray();
    if (most && found.length > most)
      throw new DomainError("invalid", `${field}: more than ${most} names begin with ${value}, narrow the filter`);
    const $in = found.map(({ _id }) => _id);
    // A single value may be a scope of a ranked list.
    if ($in.length === 1) return { filter: { [field]: $in[0] }, index };
    return $in.length === 0 ? null : { filter: { [field]: { $in } }, index, manyValues: $in.length > mergedValues };
  };

/** The list that answers a query: where it filters machine and status together, one that uses their common index. */
export const pagesByMachineAndStatus = <L extends AnyPagedList, D extends Document>(pages: PagedAnswer<L, D>) => {
  const filters = { ...pages.filters, vendingMachine: machineNamed("machine", "machineStatusTime") };
  return ({ vendingMachine, status }: { vendingMachine?: string; status?: string }): PagedAnswer<L, D> =>
    vendingMachine && status ? { ...pages, filters } : pages;
};
