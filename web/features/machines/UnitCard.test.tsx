import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { clockOffsetText, UnitCard } from "./UnitCard.tsx";

const now = Date.UTC(2026, 10, 21, 9);
const machine = aShownMachine({
  live: true,
  lastSeenOnline: new Date(now - 5_000).toISOString(),
  unit: { serialNumber: "CU-1", authorised: true },
  strength: -60,
  telemetry: { strength: -60, temperature: 4.5, supply: 12.1, firmware: "2.4.1" },
});

const shown = () =>
  [...document.querySelectorAll("dt")].map((name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`);

it("says what the unit's last heartbeat said of it, and no more", async () => {
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async () => Response.json({ success: true, vendingMachine: machine, asOf: "0".repeat(16) }));
  const say = playHearers();
  showPage(<UnitCard machine={machine} />, { store });
  const always = ["Serial number: CU-1", "Permission: Authorized"];
  await screen.findByText("4.5 °C");
  expect(shown()).toEqual([...always, "Temperature: 4.5 °C", "Supply: 12.1 V", "Firmware: 2.4.1"]);

  act(() => {
    say({
      name: "presence.changed",
      presences: [{ serialNumber: "CU-1", lastSeen: now, strength: -60, temperature: 6 }],
    });
  });
  await screen.findByText("6 °C");
  expect(shown()).toEqual([...always, "Temperature: 6 °C"]);
});

it.each([
  { seconds: 61, says: "1 minute ahead" },
  { seconds: -300, says: "5 minutes behind" },
  { seconds: 7_200, says: "2 hours ahead" },
  { seconds: -86_400, says: "1 day behind" },
  { seconds: 8_640_000, says: "100 days ahead" },
])("a clock that is off by $seconds s is $says", ({ seconds, says }) => {
  expect(clockOffsetText(seconds)).toBe(says);
});
