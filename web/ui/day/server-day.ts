import { dayAfter } from "#shared/http/date-range.ts";
import { dayOf, startOfDay } from "#shared/http/zone-days.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { serverNow } from "../../state/server-clock.ts";
import { serverZone } from "../../state/server-zone.ts";

/**
 * The day (yyyy-mm-dd) of TIME_ZONE in which a moment lies, in milliseconds since 1970: what filters, sales and file
 * names mean by a day (specification: Names of files), wherever the browser is.
 */
export const serverDay = (at = serverNow()): string => dayOf(at, serverZone());

const todayAtom = atom((get) => serverDay(get(nowAtom)));
/** Today of TIME_ZONE; another day after midnight, on a page that stays open. */
export const useToday = (): string => {
  useAtomValue(todayAtom);
  // The first answer may have named the zone since the clock's last second.
  return serverDay();
};

/** The first moment of a day of TIME_ZONE, and that of the day after it, in milliseconds since 1970. */
export const momentsOfDay = (day: string): { from: number; before: number } => ({
  from: startOfDay(day, serverZone()),
  before: startOfDay(dayAfter(day), serverZone()),
});

/** Whether the browser's clock shows another time than clocks of TIME_ZONE do. */
export const isElsewhere = (at = serverNow()): boolean => {
  const clockIn = (timeZone?: string) =>
    new Date(at).toLocaleString("en-GB", { dateStyle: "short", timeStyle: "short", timeZone });
  return clockIn() !== clockIn(serverZone());
};
