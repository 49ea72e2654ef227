const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (day: string): string => format.format(Date.parse(`${day}T00:00:00Z`));
};

/** "November", of a day of the calendar (`yyyy-mm-dd`), wherever the reader is. */
export const monthOf = written({ month: "long" });
/** "22 Nov 2026", likewise. */
export const dayTextOf = written({ dateStyle: "medium" });
