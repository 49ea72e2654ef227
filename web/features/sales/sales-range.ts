import { dayAfter, daysLater } from "#shared/http/date-range.ts";
import { mostDaysSummed } from "#shared/sales/sales.schema.ts";
import type { QueryText } from "../../live/paged.ts";

export interface SalesRange {
  startDate: string;
  endDate: string;
}
const dayMs = 86_400_000;

/**
 * The days of the chart: those of the filter; without it all that the table has, `count` up to `today`, as many as can be
 * summed up. Null while it is not known how many there are.
 */
export const rangeOf = (filter: SalesRange, count: number | undefined, today: string): SalesRange | null => {
  if (filter.startDate !== "" && filter.endDate !== "") return filter;
  if (count === undefined) return null;
  const days = Math.max(1, Math.min(count, mostDaysSummed));
  return { startDate: daysLater(today, 1 - days), endDate: today };
};

/** As many days, which end where these begin. */
export const rangeBefore = ({ startDate, endDate }: SalesRange): SalesRange => {
  const days = Math.round((Date.parse(dayAfter(endDate)) - Date.parse(startDate)) / dayMs);
  return { startDate: daysLater(startDate, -days), endDate: daysLater(startDate, -1) };
};

export const queryOf = ({ startDate, endDate }: SalesRange): QueryText => ({ startDate, endDate });

/** "+12 %" or "-3 %" beside the period before; null where nothing was sold in it. */
export const changeText = (now: number, before: number): string | null => {
  if (before <= 0) return null;
  const share = Math.round(((now - before) / before) * 100);
  return `${share > 0 ? "+" : share < 0 ? "\u2212" : "\u00b1"}${Math.abs(share).toLocaleString("en-IN")} %`;
};
