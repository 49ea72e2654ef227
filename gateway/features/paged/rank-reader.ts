import type { Document, WithId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { type RankedList, rowsPerPlace, type Scope } from "#shared/runtime/ranks/ranked-lists.ts";
import { type Edge, findStretch } from "#shared/runtime/ranks/stretch.ts";
import type { Anchors } from "./anchors.ts";

interface Parts {
  mongo: Pick<Mongo, "db">;
  dbSession: DbSession;
  list: RankedList;
  scope: Scope;
  anchors: Anchors;
  /** More keys than these are not gone by. */
  rowsSkipped: number;
}

/** A point between two rows of a scope: how many rows are before it, and what they add up to. */
interface Standing {
  rank: number;
  sum: number;
  /** Where it is; missing at the two ends of the list. */
  edge?: Edge | undefined;
}

/** Ranks of a scope, the oldest row's being 0. */
export interface RankRange {
  from: Standing;
  to: Standing;
}

const beginning: Standing = { rank: 0, sum: 0 };
/** Nothing is wrong with the question: a page that is told so asks again by itself, and comes when a worker has been there. */
const tooFar = () =>
  new DomainError(
    "unavailable",
    "The rows of this list are still being numbered: it comes by itself when they are, with a narrower filter at once",
  );

/**
 * Reads a scope of a ranked list by the anchors that a worker keeps. Each anchor says something that is true by itself,
 * so any of them may be missing: then more rows are gone by, up to `rowsSkipped`. Throws `unavailable` beyond.
 */
export const createRankReader = ({ mongo, dbSession: session, list, scope, anchors, rowsSkipped }: Parts) => {
  const rows = mongo.db.collection(list.collection);
  const sumOf = (found: Document[]) => found.reduce((sum, row) => sum + (list.sum?.of(row) ?? 0), 0);
  const withSums = (fields: Document): Document => ({
    ...fields,
    ...Object.fromEntries((list.sum?.fields ?? []).map((field) => [field, 1])),
  });

  /** What is between two edges, counted one by one. */
  const count = async (from: Edge | undefined, to: Edge | undefined): Promise<{ rows: number; sum: number }> => {
    const found = await findStretch<Document>(
      rows,
      list,
      scope,
      { from, to },
      { session, projection: withSums({ _id: 1 }), limit: rowsSkipped + 1 },
    ).toArray();
    if (found.length > rowsSkipped) throw tooFar();
    return { rows: found.length, sum: sumOf(found) };
  };

  const atEnd = async (): Promise<Standing> => {
    const below: Standing = (await anchors.last()) ?? beginning;
    const tail = await count(below.edge, undefined);
    return { rank: below.rank + tail.rows, sum: below.sum + tail.sum };
  };
  /** Counted up to the next place that is known, or from the last one of all. */
  const atMoment = async (moment: Date): Promise<Standing> => {
    const edge = { moment };
    const above = await anchors.since(moment);
    if (above) {
      const { rank, sum, edge: to } = above;
      const between = await count(edge, to);
      return { rank: rank - between.rows, sum: sum - between.sum, edge };
    }
    const { rank, sum, edge: from }: Standing = (await anchors.last()) ?? beginning;
    const between = await count(from, edge);
    return { rank: rank + between.rows, sum: sum + between.sum, edge };
  };

  /** The standing from which the fewest rows lie before those of these ranks, and on which side it is. */
  const foothold = async (first: number, last: number, range: RankRange): Promise<{ from: Standing; skip: number }> => {
    const known = [beginning, range.from, range.to];
    const skipOf = ({ rank }: Standing) => {
      if (rank <= first) return first - rank;
      return rank >= last ? rank - last : Number.POSITIVE_INFINITY;
    };
    const nearest = (some: Standing[]) =>
      some.reduce((best, one) => (skipOf(one) < skipOf(best) ? one : best), beginning);
    if (skipOf(nearest(known)) > rowsPerPlace) {
      const place = await anchors.upTo(first);
      if (place) known.push(place);
    }
    const from = nearest(known);
    return { from, skip: skipOf(from) };
  };

  return {
    /** From one moment up to another, or the whole scope. */
    range: async (moments: { from: Date; before: Date } | null): Promise<RankRange> =>
      moments
        ? { from: await atMoment(moments.from), to: await atMoment(moments.before) }
        : { from: beginning, to: await atEnd() },

    /** The rows from rank `first` up to `last`, oldest first, each with the list's running total after it. */
    read: async <D extends Document>(
      range: RankRange,
      first: number,
      last: number,
      fields: Document,
    ): Promise<{ rows: WithId<D>[]; totals: number[] }> => {
      const { from, skip } = await foothold(first, last, range);
      if (skip > rowsSkipped) throw tooFar();
      const forwards = from.rank <= first;
      const way = forwards ? 1 : -1;
      // What a running total goes by must be read; what only a number goes by is skipped there.
      const inBetween = list.sum ? skip : 0;
      const edges = forwards ? { from: from.edge } : { to: from.edge };
      const found = await findStretch<WithId<D>>(rows, list, scope, edges, {
        session,
        projection: withSums(fields),
        sort: { [list.at]: way, _id: way },
        skip: skip - inBetween,
        limit: inBetween + last - first,
      }).toArray();
      const inOrder = forwards ? found : found.reverse();
      let sum = forwards ? from.sum : from.sum - sumOf(inOrder);
      const totals = inOrder.map((row) => {
        sum += list.sum?.of(row) ?? 0;
        return sum;
      });
      const begins = forwards ? inBetween : 0;
      const ends = begins + last - first;
      return { rows: inOrder.slice(begins, ends), totals: totals.slice(begins, ends) };
    },

    /** Every row between, the newest first where `way` is -1. */
    all: async function* <D extends Document>(range: RankRange, way: 1 | -1, fields: Document, rowsPerBatch: number) {
      const edges = { from: range.from.edge, to: range.to.edge };
      const cursor = findStretch<WithId<D>>(rows, list, scope, edges, {
        session,
        projection: withSums(fields),
        sort: { [list.at]: way, _id: way },
        batchSize: rowsPerBatch,
      });
      let { sum } = way === 1 ? range.from : range.to;
      for await (const row of cursor) {
        const added = list.sum?.of(row) ?? 0;
        if (way === 1) sum += added;
        yield { row, total: sum };
        if (way === -1) sum -= added;
      }
    },
  };
};
export type RankReader = ReturnType<typeof createRankReader>;
