/** Days are kept as `yyyy-mm-dd` and shown as `21 Nov 2026`, whatever the browser's own format is. */
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const two = (figure: number): string => String(figure).padStart(2, "0");

/** "21 Nov 2026" of `2026-11-21`; nothing of nothing. */
export function dayText(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return date ? `${date} ${months[Number(month) - 1]} ${year}` : "";
}

/** The day of a date of the browser's own calendar, as PrimeReact has days. */
export const dayOfDate = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** Its first moment in the browser's own calendar; null of nothing. */
export const dateOfDay = (day: string): Date | null => (day === "" ? null : new Date(`${day}T00:00:00`));

const yearFirst = /^(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})$/;
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](20\d\d)$/;
const monthInWords = /^(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(20\d\d)$/i;

/** Not numbers, or a month 0, where it is written in none of the three ways. */
function partsOf(text: string): [year: number, month: number, date: number] {
  const [, year, month, date] = yearFirst.exec(text) ?? [];
  if (year) return [Number(year), Number(month), Number(date)];
  const [, first, second, last] = dayFirst.exec(text) ?? [];
  if (last) return [Number(last), Number(second), Number(first)];
  const [, figure, word = "", end] = monthInWords.exec(text) ?? [];
  const short = `${word.charAt(0).toUpperCase()}${word.slice(1, 3).toLowerCase()}`;
  return [Number(end), months.indexOf(short) + 1, Number(figure)];
}

/**
 * What was typed, as `yyyy-mm-dd`: 21 Nov 2026, 21/11/2026 or 2026-11-21, of this century. Null where it is no such day,
 * or not yet: one may still be typing.
 */
export function readDay(text: string): string | null {
  const [year, month, date] = partsOf(text.trim());
  const day = `${year}-${two(month)}-${two(date)}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}
