import type { NamedIndex } from "./wanted.ts";

/** What is to be done with one collection's indexes, by their names. */
interface IndexPlan {
  /** Cansole's own that are no longer declared. */
  obsolete: string[];
  /** Those to build whose names exist already with another declaration. */
  replaced: string[];
  build: NamedIndex[];
  /** Where nothing but the time is another. */
  keepFor: { name: string; expireAfterSeconds: number }[];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only what is declared of a collation is compared: MongoDB fills in the rest of it. */
const isSameCollation = ({ collation: wanted }: NamedIndex, { collation: found }: NamedIndex): boolean =>
  wanted && found
    ? Object.entries(wanted).every(([name, value]) => found[name as keyof typeof found] === value)
    : !wanted && !found;

/** In all but the time after which documents go. */
const isSameIndex = (wanted: NamedIndex, found: NamedIndex): boolean =>
  isSame(Object.entries(wanted.key), Object.entries(found.key)) &&
  Boolean(wanted.unique) === Boolean(found.unique) &&
  Boolean(wanted.sparse) === Boolean(found.sparse) &&
  isSame(wanted.partialFilterExpression, found.partialFilterExpression) &&
  (wanted.expireAfterSeconds === undefined) === (found.expireAfterSeconds === undefined) &&
  isSameCollation(wanted, found);

/** Compares what is declared with what stands. `made` are the names that Cansole gave here: others' indexes stay. */
export const planIndexes = (wanted: NamedIndex[], found: NamedIndex[], made: string[]): IndexPlan => {
  const standing = new Map(found.map((index) => [index.name, index]));
  const declared = new Set(wanted.map(({ name }) => name));
  const changed = wanted.filter((index) => {
    const stands = standing.get(index.name);
    return stands && !isSameIndex(index, stands);
  });
  return {
    obsolete: made.filter((name) => standing.has(name) && !declared.has(name)),
    replaced: changed.map(({ name }) => name),
    build: wanted.filter((index) => !standing.has(index.name) || changed.includes(index)),
    keepFor: wanted.flatMap((index) => {
      const { name, expireAfterSeconds } = index;
      const isOther = standing.get(name)?.expireAfterSeconds !== expireAfterSeconds;
      return standing.has(name) && !changed.includes(index) && isOther && expireAfterSeconds !== undefined
        ? { name, expireAfterSeconds }
        : [];
    }),
  };
};
