import { type Document, type Filter, type FindOptions, ObjectId } from "mongodb";
import { blind } from "#shared/runtime/collection.ts";

/** A query of a collection; the index is named, so that a query without one fails instead of reading it whole. */
interface Question<D extends Document> {
  filter: Filter<D>;
  options: Required<Pick<FindOptions, "sort" | "hint">> & Pick<FindOptions, "collation">;
}
/** A way to find a record by what was typed; null where this cannot have been meant. */
export type SearchBy<D extends Document> = (typed: string) => Question<D> | null;

/** Comes after every letter in the database's order of words. */
const afterAllLetters = "\uffff";

/**
 * The field begins so, small and capital letters alike. A range, no expression: nothing that is typed has a meaning of
 * its own. Its index is called after the field (`nameBlind`) and has the order `blind`.
 */
export const beginsWith =
  <D extends Document>(field: keyof D & string): SearchBy<D> =>
  (typed) => ({
    filter: { [field]: { $gte: typed, $lt: `${typed}${afterAllLetters}` } } as Filter<D>,
    options: { sort: { [field]: 1 }, collation: blind, hint: `${field}Blind` },
  });

/** The field begins so, letter by letter, as ids do that a machine made up. `index` begins with the field. */
export const beginsExactly =
  <D extends Document>(field: keyof D & string, index: string): SearchBy<D> =>
  (typed) => ({
    filter: { [field]: { $gte: typed, $lt: `${typed}${afterAllLetters}` } } as Filter<D>,
    options: { sort: { [field]: 1 }, hint: index },
  });

/** As above, in capital letters, however it was typed; what was typed so needs no second question. */
export const beginsInCapitals = <D extends Document>(field: keyof D & string, index: string): SearchBy<D> => {
  const begins = beginsExactly<D>(field, index);
  return (typed) => (typed === typed.toUpperCase() ? null : begins(typed.toUpperCase()));
};

/** Eight digits are the second in which an id was made; fewer are more likely the beginning of something else. */
const idBeginning = /^[0-9a-f]{8,24}$/i;
const idDigits = 24;

/** Its id begins so; newest first. */
export const idBegins =
  <D extends Document>(): SearchBy<D> =>
  (typed) => {
    if (!idBeginning.test(typed)) return null;
    const [first, last] = ["0", "f"].map((digit) => new ObjectId(typed.padEnd(idDigits, digit)));
    return {
      filter: { _id: { $gte: first, $lte: last } } as unknown as Filter<D>,
      options: { sort: { _id: -1 }, hint: "_id_" },
    };
  };

/** Its whole id, as in an address or a log. */
export const idIs =
  <D extends Document>(): SearchBy<D> =>
  (typed) =>
    typed.length === idDigits && idBeginning.test(typed)
      ? {
          filter: { _id: new ObjectId(typed) } as unknown as Filter<D>,
          options: { sort: { _id: -1 }, hint: "_id_" },
        }
      : null;
