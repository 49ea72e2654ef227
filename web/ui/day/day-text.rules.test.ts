import { expect, it } from "vitest";
import { dateOfDay, dayOfDate, dayText, readDay } from "./day-text.ts";

it.each([
  ["2026-11-21", "21 Nov 2026"],
  ["2026-01-31", "31 Jan 2026"],
  ["2028-02-29", "29 Feb 2028"],
  ["2026-03-01", "1 Mar 2026"],
  ["2026-04-30", "30 Apr 2026"],
  ["2026-05-05", "5 May 2026"],
  ["2026-06-10", "10 Jun 2026"],
  ["2026-07-20", "20 Jul 2026"],
  ["2026-08-15", "15 Aug 2026"],
  ["2026-09-03", "3 Sep 2026"],
  ["2026-10-02", "2 Oct 2026"],
  ["2026-12-25", "25 Dec 2026"],
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
  ["3  Nov.,  2026", "2026-11-03"],
])("'%s' is read as %s", (text, day) => {
  expect(readDay(text)).toBe(day);
});

it.each([
  ...["12026-11-21", "2026-11-213", "121/11/2026", "21/11/20261", "121 Nov 2026", "21 Nov 20261"],
  ...["21 Nov", "21 Nov 202", "31/02/2026", "29 Feb 2027", "13/13/2026", "21 Foo 2026", "0202-01-01", "tomorrow"],
])("'%s' is no day", (text) => {
  expect(readDay(text)).toBeNull();
});

it("a day is the operator's own, from its first moment", () => {
  const at = dateOfDay("2026-03-29");
  expect(at?.getHours()).toBe(0);
  expect(at && dayOfDate(at)).toBe("2026-03-29");
  expect(dateOfDay("")).toBeNull();
});
