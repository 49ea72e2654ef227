import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteTimeZone, serverZone } from "../../state/server-zone.ts";
import { isElsewhere, momentsOfDay, serverDay } from "./server-day.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-27T20:00:00Z") }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  noteTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test.each([
  ["Asia/Kolkata", "America/New_York", "2026-11-28"],
  ["Asia/Kolkata", "Pacific/Kiritimati", "2026-11-28"],
  ["America/New_York", "Asia/Kolkata", "2026-11-27"],
  ["UTC", "Asia/Kolkata", "2026-11-27"],
])("today is the day of the server in %s, in a browser of %s", (timeZone, browser, today) => {
  vi.stubEnv("TZ", browser);
  noteTimeZone(timeZone);

  expect(serverDay()).toBe(today);
  expect(isElsewhere()).toBe(true);
});

test("a browser of the server's zone, or of one whose clocks show the same, is not elsewhere", () => {
  noteTimeZone("Asia/Kolkata");

  for (const browser of ["Asia/Kolkata", "Asia/Colombo"]) {
    vi.stubEnv("TZ", browser);
    expect(isElsewhere()).toBe(false);
  }
});

test("a zone that the browser does not know, or an answer without one, changes nothing", () => {
  noteTimeZone("Asia/Kolkata");

  for (const name of ["Atlantis/Capital", "", null]) noteTimeZone(name);

  expect(serverZone()).toBe("Asia/Kolkata");
});

test("a day lasts from one midnight of the server to the next, also where clocks are changed in it", () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  noteTimeZone("America/New_York");
  const { from, before } = momentsOfDay("2026-11-01");

  expect([new Date(from), new Date(before)].map((at) => at.toISOString())).toEqual([
    "2026-11-01T04:00:00.000Z",
    "2026-11-02T05:00:00.000Z",
  ]);
});
