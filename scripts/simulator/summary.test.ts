import { expect, test } from "vitest";
import type { FleetSummary } from "./fleet.ts";
import { summaryLine } from "./summary.ts";

const states = { off: 0, connecting: 0, asking: 0, connected: 0, refused: 0, away: 0 };
const nothing: FleetSummary = { machines: 500, states, live: 0, stored: 0, commands: 0, unreadable: 0 };

test("the line says who is there and what was said since the last one", () => {
  const now = { ...nothing, states: { ...states, connected: 500 }, live: 190, stored: 10, commands: 1 };

  expect(summaryLine(now, nothing, 10_000)).toMatch(/ {2}500 of 500 connected, 20\.0 messages\/s, 1 command$/);
});

test("whoever is not connected is named by what it waits for", () => {
  const now = { ...nothing, states: { ...states, connected: 480, away: 3, connecting: 2, asking: 11, refused: 4 } };

  expect(summaryLine(now, nothing, 10_000)).toContain(
    "480 of 500 connected, 5 away or reconnecting, 11 waiting to be registered, 4 refused, 0.0 messages/s, 0 commands",
  );
});
