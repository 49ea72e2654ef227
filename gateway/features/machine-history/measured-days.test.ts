import { describe, expect, test } from "vitest";
import { measuredDays } from "./measured-days.ts";

const timeZone = "Asia/Kolkata";
const hourMs = 3_600_000;
/** Noon in Kochi. */
const now = Date.parse("2026-11-21T06:30:00Z");
const at = (text: string) => Date.parse(`${text}+05:30`);
const dayOf = (measured: ReturnType<typeof measuredDays>, day: string) => measured.days.find((one) => one.day === day);

describe("the days of a machine", () => {
  test("are the last thirty of the server's calendar, today last, of which half a day has passed at noon", () => {
    const measured = measuredDays({ first: now - 60 * 24 * hourMs, silences: [], now, timeZone });

    expect(measured.days).toHaveLength(30);
    expect(measured.days[0]).toEqual({ day: "2026-10-23", measured: 1, share: 1 });
    expect(measured.days.at(-1)).toEqual({ day: "2026-11-21", measured: 0.5, share: 1 });
    expect(measured.until).toBe("2026-11-21T06:30:00.000Z");
  });

  test("before it was first heard are not measured, and that day is measured in part", () => {
    const measured = measuredDays({ first: at("2026-11-19T18:00:00"), silences: [], now, timeZone });

    expect(dayOf(measured, "2026-11-18")).toEqual({ day: "2026-11-18", measured: 0, share: null });
    expect(dayOf(measured, "2026-11-19")).toEqual({ day: "2026-11-19", measured: 0.25, share: 1 });
    expect(measured.since).toBe("2026-11-19T12:30:00.000Z");
  });

  test("lose what a silence takes of each, across midnight as well", () => {
    const silences = [{ from: at("2026-11-19T21:00:00"), to: at("2026-11-20T06:00:00") }];

    const measured = measuredDays({ first: now - 60 * 24 * hourMs, silences, now, timeZone });

    expect(dayOf(measured, "2026-11-19")?.share).toBeCloseTo(21 / 24, 9);
    expect(dayOf(measured, "2026-11-20")?.share).toBeCloseTo(18 / 24, 9);
    expect(dayOf(measured, "2026-11-21")?.share).toBe(1);
  });

  test("of a machine that was never heard are not measured at all", () => {
    const measured = measuredDays({ first: null, silences: [], now, timeZone });

    expect(measured.since).toBeNull();
    expect(measured.days.every(({ share, measured: part }) => share === null && part === 0)).toBe(true);
  });
});

test("the gaps of the last 24 hours are those that reach into them, the oldest first; one that goes on has no end", () => {
  const silences = [
    { from: now - hourMs, to: null },
    { from: now - 30 * hourMs, to: now - 25 * hourMs },
    { from: now - 26 * hourMs, to: now - 23 * hourMs },
  ];

  const { gaps, days } = measuredDays({ first: now - 60 * 24 * hourMs, silences, now, timeZone });

  expect(gaps).toEqual([
    { from: new Date(now - 26 * hourMs).toISOString(), to: new Date(now - 23 * hourMs).toISOString() },
    { from: new Date(now - hourMs).toISOString(), to: null },
  ]);
  expect(days.at(-1)?.share).toBeCloseTo(11 / 12, 9);
});
