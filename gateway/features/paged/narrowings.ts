import type { Collection, Document } from "mongodb";
import { blind, type Collections } from "#shared/runtime/collections.ts";
import { findMachine } from "../find-machine.ts";
import type { Narrowing } from "./paged-answer.ts";

/** MongoDB merges the orders of at most so many values (`internalQueryMaxScansToExplode`). */
const mergedValues = 200;
/** Comes after every letter in the database's order of words. */
const afterAllLetters = "\uffff";

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

/**
 * The field holds the id of a record whose name begins so, small and capital letters alike. `nameIndex` is the other
 * collection's, of `name` alone and with the order `blind`.
 */
export const idWhereNameBegins =
  <D extends Document>(
    { field, index }: { field: string; index: string },
    collectionOf: (collections: Collections) => Collection<D>,
    { name, nameIndex }: { name: keyof D & string; nameIndex: string },
  ): Narrowing =>
  async (value, { dbSession, collections }) => {
    const collection = collectionOf(collections) as unknown as Collection<Document>;
    const found = await collection
      .find(
        { [name]: { $gte: value, $lt: `${value}${afterAllLetters}` } },
        { session: dbSession, projection: { _id: 1 }, collation: blind, hint: nameIndex },
      )
      .toArray();
    const $in = found.map(({ _id }) => _id);
    return $in.length === 0 ? null : { filter: { [field]: { $in } }, index, manyValues: $in.length > mergedValues };
  };
