import { dayOf, startOfDay } from "#shared/http/date-range.ts";
import type { Random } from "../simulator/random.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A day of the past, of the time zone. */
export interface PastDay {
  /** yyyy-mm-dd */
  name: string;
  /** Its first moment. */
  begins: number;
  isWeekend: boolean;
}

export const daysBetween = (begins: number, ends: number, timeZone: string): PastDay[] => {
  const first = Date.parse(`${dayOf(begins, timeZone)}T00:00:00Z`);
  const last = Date.parse(`${dayOf(ends, timeZone)}T00:00:00Z`);
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, n) => {
    const noon = new Date(first + n * dayMs);
    const name = noon.toISOString().slice(0, 10);
    return { name, begins: startOfDay(name, timeZone), isWeekend: [0, 6].includes(noon.getUTCDay()) };
  });
};

/** How many of a day's orders come in each hour from six in the morning on. */
const hours = [2, 5, 9, 12, 9, 7, 8, 11, 8, 6, 7, 10, 13, 11, 6, 3];
const beginsAtHour = 6;
const all = hours.reduce((sum, many) => sum + many, 0);

/** A moment of a day: people buy on their way to work, at noon and in the evening. */
export const momentOf = ({ begins }: PastDay, random: Random): number => {
  let left = random.next() * all;
  const hour = hours.findIndex((many) => {
    left -= many;
    return left < 0;
  });
  return begins + Math.floor((beginsAtHour + hour + random.next()) * hourMs);
};

/** Picks by weights, again and again: one look in a sorted list of their sums. */
export const createPicker = <T>(some: readonly T[], weightOf: (one: T) => number) => {
  const sums: number[] = [];
  let sum = 0;
  for (const one of some) {
    sum += weightOf(one);
    sums.push(sum);
  }
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
