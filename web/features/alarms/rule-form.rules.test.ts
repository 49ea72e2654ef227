import { afterEach, expect, test, vi } from "vitest";
import { noteTimeZone } from "../../state/server-zone.ts";
import { lastDayAway, ruleFields, ruleOfValues } from "./rule-form.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  noteTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test.each(["Asia/Kolkata", "America/New_York", "UTC"])(
  "who is away until a day is back at the server's next midnight, and that day is shown again, in a browser of %s",
  (browser) => {
    vi.stubEnv("TZ", browser);
    noteTimeZone("Asia/Kolkata");
    const rota = [
      { operator: "a", awayUntil: "2026-11-27" },
      { operator: "b", awayUntil: "" },
    ];

    const rule = ruleOfValues({ ...ruleFields.blank, rota });

    expect(rule.rota.map(({ awayUntil }) => awayUntil)).toEqual(["2026-11-27T18:30:00.000Z", null]);
    expect(lastDayAway("2026-11-27T18:30:00.000Z")).toBe("2026-11-27");
  },
);
