import { daysFrom } from "#shared/http/date-range.ts";
import { dayOf, startOfDay } from "#shared/http/zone-days.ts";
import type { Random } from "../simulator/random.ts";

/** A day of the history, of the time zone. */
export interface HistoryDay {
  /** yyyy-mm-dd */
  name: string;
  /** Its first moment. */
  begins: number;
  isWeekend: boolean;
}

export const daysBetween = (begins: number, ends: number, timeZone: string): HistoryDay[] =>
  daysFrom(dayOf(begins, timeZone), dayOf(ends, timeZone)).map((name) => ({
    name,
    begins: startOfDay(name, timeZone),
    isWeekend: [0, 6].includes(new Date(name).getUTCDay()),
  }));

/** How many of a day's orders come in each hour: on the way to work, at noon and in the evening. */
const hours = [0, 0, 0, 0, 0, 0, 2, 5, 9, 12, 9, 7, 8, 11, 8, 6, 7, 10, 13, 11, 6, 3];

/** Picks by weights, again and again: one look in a sorted list of their sums. */
export const createPicker = <T>(some: readonly T[], weightOf: (one: T) => number) => {
  let sum = 0;
  const sums = some.map((one) => {
    sum += weightOf(one);
    return sum;
  });
  return (random: Random): T | undefined => {
    const drawn = random.next() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    return sum > 0 ? some[low] : undefined;
  };
};

const pickHour = createPicker([...hours.keys()], (hour) => hours[hour] ?? 0);

/** A moment of a day at which somebody buys. */
export const momentOf = ({ begins }: HistoryDay, random: Random): number =>
  begins + Math.floor(((pickHour(random) ?? 0) + random.next()) * 3_600_000);
