import {
  cutText,
  dayMs,
  daysBefore1970,
  type SheetValue,
  withEscapesKept,
  withoutIllegal,
} from "../../sheets/sheet-value.ts";

const isPlain = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML or a spreadsheet would read otherwise.
  !/[&<>_\u0000-\u001f\ufffe\uffff]/.test(text);

/** A text inside XML, as a spreadsheet reads it back letter by letter. */
export const xmlText = (value: string): string => {
  const text = cutText(value);
  if (isPlain(text)) return text;
  return withEscapesKept(withoutIllegal(text))
    .replaceAll("\r", "_x000D_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
};

/** Places of the styles in `workbook-parts.ts`. */
export const styleOf = { usual: 0, head: 1, moment: 2 } as const;

/** "A" for 0, "AA" for 26. */
export const columnLetters = (at: number): string =>
  (at < 26 ? "" : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

const isEmpty = (value: SheetValue | undefined): value is null | undefined | "" =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "number" && !Number.isFinite(value)) ||
  (value instanceof Date && Number.isNaN(value.getTime()));

/**
 * One cell. A text is an inline string, which no reader takes for a formula. A moment is a number of days by the clock
 * that is `offsetMinutes` ahead of UTC.
 */
export const cellXml = (
  place: string,
  value: SheetValue | undefined,
  offsetMinutes: (at: Date) => number,
  style: number = styleOf.usual,
): string => {
  if (isEmpty(value)) return "";
  const styled = style === styleOf.usual ? "" : ` s="${style}"`;
  if (typeof value === "number") return `<c r="${place}"${styled}><v>${value}</v></c>`;
  if (value instanceof Date) {
    const days = (value.getTime() + offsetMinutes(value) * 60_000) / dayMs + daysBefore1970;
    return `<c r="${place}" s="${styleOf.moment}"><v>${days}</v></c>`;
  }
  const space = /^\s|\s$|[\n\t]/.test(value) ? ' xml:space="preserve"' : "";
  return `<c r="${place}" t="inlineStr"${styled}><is><t${space}>${xmlText(value)}</t></is></c>`;
};
