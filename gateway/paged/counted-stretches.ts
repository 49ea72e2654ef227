import type { Document, Filter } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import {
  dayMs,
  hourMs,
  lateMs,
  type Part,
  type Scope,
  type TalliedList,
} from "#shared/runtime/tallies/tallied-lists.ts";
import type { DayTallyDocument, Tally } from "#shared/runtime/tallies/tallies.document.ts";

/** In milliseconds since 1970; an infinite one is an end of the list. */
export interface Interval {
  from: number;
  before: number;
}
/** Some of a scope, one after the other, and what is in it. */
export interface Stretch extends Interval, Tally {}

export interface Look {
  mongo: Pick<Mongo, "db" | "collections">;
  dbSession: DbSession;
  list: TalliedList;
  scope: Scope;
  /** More rows than these are not counted one by one. */
  rowsSkipped: number;
}

const floorTo = (unit: number, at: number) => Math.floor(at / unit) * unit;
const dateOf = (at: number) => new Date(at);
const isWithin = (one: Interval, other: Interval) => one.from >= other.from && one.before <= other.before;
const overlaps = (one: Interval, other: Interval) => one.from < other.before && other.from < one.before;

/** The rows of a scope from one moment up to another. */
export const filterOf = ({ at }: TalliedList, { where }: Scope, { from, before }: Interval): Filter<Document> => {
  const between = {
    ...(Number.isFinite(from) ? { $gte: dateOf(from) } : {}),
    ...(Number.isFinite(before) ? { $lt: dateOf(before) } : {}),
  };
  return Object.keys(between).length === 0 ? where : { ...where, [at]: between };
};

/** In their order, with what touches or overlaps made one. */
const joined = (intervals: Interval[]): Interval[] => {
  const all: Interval[] = [];
  for (const { from, before } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (from >= before) continue;
    if (last && from <= last.before) last.before = Math.max(last.before, before);
    else all.push({ from, before });
  }
  return all;
};

/** The part of a range that lies in a day or hour which an end of the range cuts. */
const cutBy = (range: Interval, unit: number): Interval[] => {
  const { from, before } = range;
  return [
    ...(Number.isFinite(from) ? [{ from, before: Math.min(before, Math.ceil(from / unit) * unit) }] : []),
    ...(Number.isFinite(before) ? [{ from: Math.max(from, floorTo(unit, before)), before }] : []),
  ];
};

/**
 * When rows changed that tallies may not know: whatever else they say is true in this snapshot. Null where more rows
 * than `rowsSkipped` changed. Changes are looked for from `lateMs` before those that a worker has seen.
 */
const unknownOf = async ({ mongo, dbSession: session, list, rowsSkipped }: Look, unit: number) => {
  const progress = await mongo.collections.tallyProgress.findOne({ _id: list.name }, { session });
  if (!progress) return [{ from: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY }];
  const { seenTo, missingFrom } = progress;
  const { where, field, index } = list.changed;
  const found = await mongo.db
    .collection(list.collection)
    .find(
      { ...where, [field]: { $gte: dateOf(seenTo.getTime() - lateMs) } },
      { session, hint: index, limit: rowsSkipped + 1, projection: { [list.at]: 1, _id: 0 } },
    )
    .toArray();
  if (found.length > rowsSkipped) return null;
  const units = new Set(found.map((row) => floorTo(unit, row[list.at].getTime())));
  const missing = missingFrom ? [{ from: missingFrom.getTime(), before: Number.POSITIVE_INFINITY }] : [];
  return [...[...units].map((from) => ({ from, before: from + unit })), ...missing];
};

const tallyOf = ({ rows, sum, kinds }: DayTallyDocument, kind: string | null): Tally =>
  kind === null ? { rows, sum } : (kinds[kind] ?? { rows: 0, sum: 0 });

/** What a worker has counted of a part: its days in a range, or the hours of some days. */
const readTallies = async (
  { mongo, dbSession: session, list }: Look,
  { machine, kind }: Part,
  days: Interval | Date[],
  unit: number,
): Promise<Stretch[]> => {
  const range = Array.isArray(days)
    ? { $in: days }
    : {
        $gte: dateOf(Number.isFinite(days.from) ? days.from : 0),
        ...(Number.isFinite(days.before) ? { $lt: dateOf(days.before) } : {}),
      };
  const found = await mongo.collections.dayTallies
    .find(
      { list: list.name, machine, hour: unit === dayMs ? null : { $gte: 0 }, day: range },
      {
        session,
        hint: "part",
        projection: { _id: 0, day: 1, hour: 1, rows: 1, sum: 1, ...(kind === null ? {} : { [`kinds.${kind}`]: 1 }) },
      },
    )
    .toArray();
  return found.map((tally) => {
    const from = tally.day.getTime() + (tally.hour ?? 0) * hourMs;
    return { from, before: from + unit, ...tallyOf(tally, kind) };
  });
};

/** Counts an interval by itself, an hour at a time. Null where it has more rows than `most`. */
const countOneByOne = async (look: Look, interval: Interval, most: number): Promise<Stretch[] | null> => {
  const { mongo, dbSession, list, scope } = look;
  const found = await mongo.db
    .collection(list.collection)
    .aggregate<{ _id: Date } & Tally>(
      [
        { $match: filterOf(list, scope, interval) },
        ...(Number.isFinite(most) ? [{ $limit: most + 1 }] : []),
        {
          $group: {
            _id: { $dateTrunc: { date: `$${list.at}`, unit: "hour" } },
            rows: { $sum: 1 },
            sum: { $sum: list.sum?.amount ?? 0 },
          },
        },
      ],
      { session: dbSession, hint: scope.index },
    )
    .toArray();
  if (found.reduce((all, { rows }) => all + rows, 0) > most) return null;
  return found.map(({ _id, rows, sum }) => {
    const from = Math.max(interval.from, _id.getTime());
    return { from, before: Math.min(interval.before, _id.getTime() + hourMs), rows, sum };
  });
};

const inOrder = (stretches: Stretch[]) =>
  stretches.filter(({ rows }) => rows > 0).sort((one, other) => one.from - other.from);

/**
 * Reads the rows of a scope, as this snapshot has them: what a worker has counted, and by itself what changed since.
 * Null where that is more than `rowsSkipped` rows.
 */
export const createStretches = (look: Look) => {
  const { scope, rowsSkipped } = look;
  const { part } = scope;
  const unit = part?.machine ? dayMs : hourMs;
  let unknown: Promise<Interval[] | null> | null = null;

  return {
    /** Those of a range that have rows, in their order. */
    of: async (range: Interval): Promise<Stretch[] | null> => {
      // A scope with few rows is counted whole, however many they are.
      if (!part) return countOneByOne(look, range, Number.POSITIVE_INFINITY).then((all) => all && inOrder(all));
      unknown ??= unknownOf(look, unit);
      const changed = await unknown;
      if (!changed) return null;
      const clipped = changed.map(({ from, before }) => ({
        from: Math.max(from, range.from),
        before: Math.min(before, range.before),
      }));
      const uncounted = joined([...clipped, ...cutBy(range, unit)]);
      const isKnown = (one: Interval) => isWithin(one, range) && !uncounted.some((other) => overlaps(one, other));
      const days = await readTallies(look, part, range, dayMs);
      const found = days.filter(isKnown);
      if (unit === hourMs) {
        const known = new Set(found.map(({ from }) => from));
        const ends = [range, ...uncounted].flatMap(({ from, before }) => [from, before - 1]).filter(Number.isFinite);
        const broken = new Set(ends.map((at) => floorTo(dayMs, at)).filter((day) => !known.has(day)));
        const ofHours = await readTallies(look, part, [...broken].map(dateOf), hourMs);
        found.push(...ofHours.filter(isKnown));
      }
      let left = rowsSkipped;
      for (const interval of uncounted) {
        const counted = await countOneByOne(look, interval, left);
        if (!counted) return null;
        left -= counted.reduce((all, { rows }) => all + rows, 0);
        found.push(...counted);
      }
      return inOrder(found);
    },

    /** The same in hours, where a worker has counted them; what lies in one is near either end of it. */
    hoursOf: async (stretch: Stretch): Promise<Stretch[]> => {
      if (!part || part.machine || stretch.before - stretch.from !== dayMs) return [stretch];
      return inOrder(await readTallies(look, part, [dateOf(stretch.from)], hourMs));
    },
  };
};
