import type { Collection, Document } from "mongodb";
import type { Collections } from "#shared/runtime/collections.ts";
import { findMachine } from "../find-machine.ts";
import { beginsWith as nameBegins } from "../search/search-by.ts";
import type { Narrowing } from "./paged-answer.ts";

/** MongoDB merges the orders of at most so many values (`internalQueryMaxScansToExplode`). */
const mergedValues = 200;

/** The field holds this value. */
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

/** The field holds the id of a record whose `name` begins so, small and capital letters alike. */
export const idWhereNameBegins =
  <D extends Document>(
    { field, index }: { field: string; index: string },
    collectionOf: (collections: Collections) => Collection<D>,
    name: keyof D & string,
  ): Narrowing =>
  async (value, { dbSession, collections }) => {
    const question = nameBegins<D>(name)(value);
    if (!question) return null;
    const { filter, options } = question;
    const found = await collectionOf(collections)
      .find(filter, { ...options, session: dbSession, projection: { _id: 1 } })
      .toArray();
    const $in = found.map(({ _id }) => _id);
    return $in.length === 0 ? null : { filter: { [field]: { $in } }, index, manyValues: $in.length > mergedValues };
  };
