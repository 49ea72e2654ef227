import { expect, it } from "vitest";
import { dateOfDay, dayOfDate, dayText, readDay } from "./day-text.ts";

it.each([
  ["2026-11-21", "21 Nov 2026"],
  ["2026-09-03", "3 Sep 2026"],
  ["", ""],
])("%s is shown as '%s', and read again", (day, text) => {
  expect(dayText(day)).toBe(text);
  expect(readDay(text)).toBe(day || null);
});

it.each([
  ["2026-11-03", "2026-11-03"],
  ["2026/1/3", "2026-01-03"],
  ["03/11/2026", "2026-11-03"],
  ["3.11.2026", "2026-11-03"],
  [" 3 november 2026 ", "2026-11-03"],
  ["3-Sept-2026", "2026-09-03"],
  ["29 Feb 2028", "2028-02-29"],
])("'%s' is read as %s", (text, day) => {
  expect(readDay(text)).toBe(day);
});

it.each(["21 Nov", "21 Nov 202", "31/02/2026", "29 Feb 2027", "13/13/2026", "21 Foo 2026", "0202-01-01", "tomorrow"])(
  "'%s' is no day",
  (text) => {
    expect(readDay(text)).toBeNull();
  },
);

it("a day is the operator's own, from its first moment", () => {
  const at = dateOfDay("2026-03-29");
  expect(at?.getHours()).toBe(0);
  expect(at && dayOfDate(at)).toBe("2026-03-29");
  expect(dateOfDay("")).toBeNull();
});
