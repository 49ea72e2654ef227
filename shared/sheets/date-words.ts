/**
 * Moments in words, as every screen and sheet writes them: "6 Sep 2026". British English alone knows a month of four
 * letters, "Sept", which breaks columns of dates.
 */
export const dateWords = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", options);
  return (at: number | Date): string => format.format(at).replace(/\bSept\b/, "Sep");
};
