import { invalidDate } from "#shared/http/date-range.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { momentsOf } from "#shared/http/zone-days.ts";

interface Days {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/**
 * The moments of a list's date filter, days of `timeZone` and both ends inclusive; null without dates.
 * Throws 'Invalid date' (specification: Checks of dates) for one date alone and for an end before its start.
 */
export const momentsIn = ({ startDate, endDate }: Days, timeZone: string): { from: Date; before: Date } | null => {
  const moments = momentsOf(startDate, endDate, timeZone);
  const isHalf = Boolean(startDate) !== Boolean(endDate);
  if (isHalf || (moments && moments.from >= moments.before)) throw new DomainError("invalid", invalidDate);
  return moments;
};
