/** The value of a sheet's cell. A text stays a text: what looks like a formula is never one. */
export type SheetValue = string | number | Date | null;

export interface SheetColumn {
  head: string;
  /** In characters. */
  width?: number;
  /** How its moments are shown, in a spreadsheet's own words; to the minute if left out. */
  format?: string;
}

export const momentFormat = "dd mmm yyyy hh:mm";
/** A spreadsheet counts days; its day 0 is 30 December 1899, this many days before 1970. */
export const dayMs = 86_400_000;
export const daysBefore1970 = 25_569;

/** No reader takes longer texts. */
const mostCharacters = 32_767;

/** Cuts a text to at most `most` characters and never through an emoji. */
export const cutText = (text: string, most = mostCharacters): string =>
  text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, "") : text;

/** Without what XML cannot contain, which would make the whole file unreadable. */
export const withoutIllegal = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

/** Readers take `_x0041_` for an escaped letter: its first character is escaped, so that it stays as it was written. */
export const withEscapesKept = (text: string): string => text.replace(/_(?=x[\da-fA-F]{4}_)/g, "_x005F_");

/** What a spreadsheet would compute, were it to open a .csv, in letters of any width: an apostrophe makes it a text. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
