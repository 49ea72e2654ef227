import { dayAfter, daysFrom } from "#shared/http/date-range.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { lateMs } from "#shared/runtime/tallies/tallied-lists.ts";

type Stores = Pick<Mongo, "collections">;

/**
 * Remembers which changes were counted, so that those of the latest two minutes are not counted with every look. What a
 * worker forgets by its death is counted once more.
 */
export const createChangedDays = ({ collections: { orders } }: Stores, timeZone: string) => {
  const counted = new Map<string, number>();
  return {
    /** The days of paid orders that changed since, the latest first; `counted` once one of them was. */
    since: async (seenTo: number): Promise<{ days: string[]; counted: (day: string) => void }> => {
      const from = seenTo - lateMs;
      for (const [id, at] of counted) if (at < from) counted.delete(id);
      const found = await orders
        .find(
          { changedAt: { $gte: new Date(from) }, status: "payment successful" },
          { hint: "changedAt", projection: { time: 1, changedAt: 1 }, readConcern: { level: "majority" } },
        )
        .toArray();
      const fresh = new Map<string, typeof found>();
      for (const order of found) {
        if (counted.get(order._id.toHexString()) === order.changedAt.getTime()) continue;
        const day = dayOf(order.time.getTime(), timeZone);
        const others = fresh.get(day);
        if (others) others.push(order);
        else fresh.set(day, [order]);
      }
      return {
        days: [...fresh.keys()].sort().reverse(),
        counted: (day) => {
          for (const { _id, changedAt } of fresh.get(day) ?? []) counted.set(_id.toHexString(), changedAt.getTime());
        },
      };
    },
  };
};

/** The first day that has a paid order or a row, of another time zone's days perhaps; null where no day has. */
export const firstDay = async (
  { collections: { orders, sales } }: Stores,
  timeZone: string,
): Promise<string | null> => {
  const order = await orders.findOne(
    { status: "payment successful" },
    { sort: { time: 1, _id: 1 }, hint: "statusTime", projection: { time: 1 } },
  );
  const row = await sales.findOne({}, { sort: { day: 1 }, hint: "day", projection: { day: 1 } });
  const days = [...(order ? [dayOf(order.time.getTime(), timeZone)] : []), ...(row ? [row.day] : [])];
  return days.sort()[0] ?? null;
};

/** Today, or the day of a later row: after a change of TIME_ZONE the day that had begun may be tomorrow. */
export const lastDay = async ({ collections: { sales } }: Stores, today: string): Promise<string> => {
  const row = await sales.findOne({}, { sort: { day: -1 }, hint: "day", projection: { day: 1 } });
  return row && row.day > today ? row.day : today;
};

/**
 * From the first row on each day up to today has one: those that have none, and those that are over and still open, the
 * latest first.
 */
export const incompleteDays = async ({ collections: { sales } }: Stores, today: string): Promise<string[]> => {
  const ended = await sales
    .find({ isOpen: true, day: { $lt: today } }, { hint: "open", projection: { day: 1 } })
    .sort({ day: 1 })
    .toArray();
  const first = await sales.findOne({}, { sort: { day: 1 }, hint: "day", projection: { day: 1 } });
  if (!first) return [];
  const wanted = daysFrom(first.day, today);
  const there = await sales.countDocuments({ day: { $lte: today } }, { hint: "day" });
  if (there === wanted.length) return ended.map(({ day }) => day).reverse();
  const rows = await sales.find({}, { hint: "day", projection: { day: 1, _id: 0 } }).toArray();
  const have = new Set(rows.map(({ day }) => day));
  return [...new Set([...ended.map(({ day }) => day), ...wanted.filter((day) => !have.has(day))])].sort().reverse();
};

export const nextDay = (day: string, today: string): string | null => (day < today ? dayAfter(day) : null);
