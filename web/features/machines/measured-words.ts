import type { Measured } from "#shared/machines/machine-history.schema.ts";
import { countText } from "../../ui/count-text.ts";
import { dayOnly, dayTime, lengthOf } from "../../ui/times.ts";
import { uptimeText } from "./history-list.ts";

type Day = Measured["days"][number];
const dayMs = 86_400_000;
/** A day of the calendar by its name; at noon, so that no time zone makes another of it. */
export const nameOfDay = (day: string): string => dayOnly(Date.parse(`${day}T12:00:00`));

/** How a day went, for its colour and its sign. */
export const lookOf = ({ share }: Day): "unmeasured" | "up" | "partly" | "down" => {
  if (share === null) return "unmeasured";
  if (share > 0.999) return "up";
  return share >= 0.9 ? "partly" : "down";
};

/** "21 Nov 2026: 99.95 %, measured for 6 h", or that it is not measured. */
export const wordsOfDay = ({ day, measured, share }: Day, isToday: boolean): string => {
  const name = isToday ? `${nameOfDay(day)}, so far` : nameOfDay(day);
  if (share === null) return `${name}: not measured`;
  const part = measured < 1 && !isToday ? `, measured for ${lengthOf(measured * dayMs)}` : "";
  return `${name}: ${uptimeText(share)}${part}`;
};

/** What the hatched days are, in words; null where there are none. */
export const sinceWords = ({ since, days }: Measured): string | null => {
  const unmeasured = days.filter(({ share }) => share === null).length;
  if (since === null) return "Not measured yet: the machine was never heard. The hatched days are not measured.";
  if (unmeasured === 0) return null;
  return `Measured since ${dayTime(Date.parse(since))}. ${countText(unmeasured, "hatched day is", "hatched days are")} not measured.`;
};
