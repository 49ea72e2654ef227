import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { alarmsAtom } from "../../records/alarms.atoms.ts";
import { alertLogAtom, clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { aShownAlarm } from "../../testing/shown-alarm.ts";
import { AlarmNews } from "./Watches.tsx";

const own = "a".repeat(24);
const notice = (minute: number, operator = own) => ({ operator, at: `2026-11-24T10:0${minute}:00.000Z` });
const alarm = (words: string, notified: Alarm["notified"]) => aShownAlarm(words, { notified });
const alerts = () => store.get(alertLogAtom).map(({ text, to }) => [text, to]);

beforeEach(() => {
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "a token");
  const alarms = [alarm("before", [notice(1)]), alarm("early", [notice(4)])];
  const asOf = (Date.parse("2026-11-24T10:05:00.000Z") / 1_000).toString(16).padEnd(16, "0");
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, alarms, total: 2, asOf })));
});

test("an operator whom a rule names is notified once, with the way to the alarm; what was before is no news", async () => {
  // The page was opened two minutes before it loads alarms.
  showPage(<AlarmNews operator={own} openedAt={performance.now() - 120_000} />, { store });
  await act(() => eventually(() => expect(store.get(alarmsAtom).data).toHaveLength(2)));
  const early = ["early", `/alarms?case=${"e".repeat(24)}`];
  await eventually(() => expect(alerts()).toEqual([early]));
  const know = (...incoming: Alarm[]) =>
    act(async () => store.set(alarmsAtom, { do: "update", change: (all) => [...all.slice(0, 2), ...incoming] }));

  await know(alarm("cold", [notice(6)]), alarm("door", [notice(6, "f".repeat(24))]));
  await eventually(() => expect(alerts()[0]).toEqual(["cold", `/alarms?case=${"c".repeat(24)}`]));
  await know({ ...alarm("cold", [notice(6)]), count: 2 });
  expect(alerts()).toHaveLength(2);
  await know(alarm("cold", [notice(9)]));
  await eventually(() => expect(alerts()).toHaveLength(3));
});
