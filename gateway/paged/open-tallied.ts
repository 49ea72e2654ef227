import type { Document, WithId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import { createStretches, filterOf, type Interval, type Look, type Stretch } from "./counted-stretches.ts";
import type { Opened } from "./opened-list.ts";

/** A stretch, how many rows of the range are before it, and the running total up to it. */
interface Placed extends Stretch {
  first: number;
  sumBefore: number;
}

/** If an interval has more rows than these, a page looks for the hour that it begins in. */
const manyRows = 500;

/** Nothing is wrong with the query: the page retries by itself, and succeeds once a worker has counted. */
const tooFar = () =>
  new DomainError(
    "unavailable",
    "The rows of this list are still being counted. It appears when they are; a narrower filter shows it at once",
  );

const place = (stretches: Stretch[], first: number, sumBefore: number): Placed[] => {
  let [rows, sum] = [first, sumBefore];
  return stretches.map((stretch) => {
    const placed = { ...stretch, first: rows, sumBefore: sum };
    rows += stretch.rows;
    sum += stretch.sum;
    return placed;
  });
};

const holding = (placed: Placed[], rank: number): Placed => {
  const found = placed.findLast(({ first }) => first <= rank);
  if (!found) throw new Error(`there is no row ${rank}`);
  return found;
};

const orderBy = ({ at }: Look["list"], turn: 1 | -1) => ({ [at]: turn, _id: turn });

/** What the first rows of an interval add up to, in this order. */
const sumOf = async (
  { mongo, dbSession: session, list, scope }: Look,
  interval: Interval,
  turn: 1 | -1,
  rows: number,
): Promise<number> => {
  if (!list.sum || rows === 0) return 0;
  const [added] = await mongo.db
    .collection(list.collection)
    .aggregate<{ sum: number }>(
      [
        { $match: filterOf(list, scope, interval) },
        { $sort: orderBy(list, turn) },
        { $limit: rows },
        { $group: { _id: null, sum: { $sum: list.sum.amount } } },
      ],
      { session, hint: scope.index },
    )
    .toArray();
  return added?.sum ?? 0;
};

/**
 * Opens a scope of a tallied list, all of it or between two moments: any page is as near as the first one. Throws
 * `unavailable` where a worker has not counted it yet and it has too many rows.
 */
export const openTallied = async <D extends Document>(
  look: Look,
  moments: { from: Date; before: Date } | null,
  way: 1 | -1,
  fields: Document,
): Promise<Opened<D>> => {
  const { mongo, dbSession: session, list, scope, rowsSkipped } = look;
  const rowsIn = mongo.db.collection(list.collection);
  const stretches = createStretches(look);
  const range: Interval = {
    from: moments?.from.getTime() ?? Number.NEGATIVE_INFINITY,
    before: moments?.before.getTime() ?? Number.POSITIVE_INFINITY,
  };
  // A running total begins with the list, whatever is shown of it.
  const earlier = list.sum && moments ? await stretches.of({ from: Number.NEGATIVE_INFINITY, before: range.from }) : [];
  const found = await stretches.of(range);
  if (!earlier || !found) throw tooFar();
  const start = earlier.reduce((all, { sum }) => all + sum, 0);
  const all = place(found, 0, start);
  const last = all.at(-1);
  const total = last ? last.first + last.rows : 0;
  const end = last ? last.sumBefore + last.sum : start;

  const projection = { ...fields, ...Object.fromEntries((list.sum?.fields ?? []).map((field) => [field, 1])) };
  const amountOf = (row: Document): number => list.sum?.of(row) ?? 0;

  const near = async (rank: number): Promise<Placed> => {
    const wide = holding(all, rank);
    if (wide.rows <= manyRows) return wide;
    return holding(place(await stretches.hoursOf(wide), wide.first, wide.sumBefore), rank);
  };
  /** The rows of these ranks, oldest first, each with the running total after it. */
  const readRanks = async (first: number, beyond: number) => {
    const [low, high] = [await near(first), await near(beyond - 1)];
    const [skippedUp, skippedDown] = [first - low.first, high.first + high.rows - beyond];
    const isUp = skippedUp <= skippedDown;
    const turn = isUp ? 1 : -1;
    const skip = Math.min(skippedUp, skippedDown);
    if (skip > rowsSkipped) throw tooFar();
    const interval = isUp ? { from: low.from, before: range.before } : { from: range.from, before: high.before };
    const rows = await rowsIn
      .find<WithId<D>>(filterOf(list, scope, interval), { session, projection, hint: scope.index })
      .sort(orderBy(list, turn))
      .skip(skip)
      .limit(beyond - first)
      .toArray();
    const skipped = await sumOf(look, interval, turn, skip);
    if (!isUp) rows.reverse();
    const ofRows = rows.reduce((sum, row) => sum + amountOf(row), 0);
    let sum = isUp ? low.sumBefore + skipped : high.sumBefore + high.sum - skipped - ofRows;
    const totals = rows.map((row) => {
      sum += amountOf(row);
      return sum;
    });
    return { rows, totals };
  };

  return {
    total,
    read: async (first, beyond) => {
      if (way === 1) return readRanks(first, beyond);
      const { rows, totals } = await readRanks(total - beyond, total - first);
      return { rows: rows.reverse(), totals: totals.reverse() };
    },
    each: async function* (rowsPerBatch) {
      const cursor = rowsIn
        .find<WithId<D>>(filterOf(list, scope, range), { session, projection, hint: scope.index })
        .sort(orderBy(list, way))
        .batchSize(rowsPerBatch);
      let sum = way === 1 ? start : end;
      for await (const row of cursor) {
        if (way === 1) sum += amountOf(row);
        yield { row, total: sum };
        if (way === -1) sum -= amountOf(row);
      }
    },
  };
};
