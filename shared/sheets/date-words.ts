/**
 * Moments in words, as every screen and sheet writes them: "6 Sep 2026". British English alone knows a month of four
 * letters, "Sept", which breaks columns of dates. What writes them is made for the first moment: on a phone it takes as
 * long as a file of code.
 */
export const dateWords = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (at: number | Date): string => {
    format ??= new Intl.DateTimeFormat("en-GB", options);
    return format.format(at).replace(/\bSept\b/, "Sep");
  };
};
