import { dateWords } from "../sheets/date-words.ts";

const written = (options: Intl.DateTimeFormatOptions) => {
  const words = dateWords({ timeZone: "UTC", ...options });
  return (day: string): string => words(Date.parse(`${day}T00:00:00Z`));
};

/** "November", of a day of the calendar (`yyyy-mm-dd`), wherever the reader is. */
export const monthOf = written({ month: "long" });
/** "22 Nov 2026", likewise. */
export const dayTextOf = written({ dateStyle: "medium" });
/** "November 2026", likewise. */
export const monthTextOf = written({ month: "long", year: "numeric" });
