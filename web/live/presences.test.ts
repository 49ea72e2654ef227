import { expect, test } from "vitest";
import { serverNow } from "../state/server-clock.ts";
import { withPresences } from "./presences.ts";

const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second);
const row = (serial: string, second: number | null) => ({
  serial,
  lastSeenOnline: second === null ? null : new Date(at(second)).toISOString(),
  strength: null as number | null,
});
const heard = (serialNumber: string, second: number) => ({ serialNumber, lastSeen: at(second), strength: -50 });
const merge = (rows: ReturnType<typeof row>[], ...presences: ReturnType<typeof heard>[]) =>
  withPresences(rows, presences, ({ serial }) => serial);

test("a heartbeat is shown on its own machine's row alone", () => {
  const rows = [row("a", 1), row("b", 1)];

  const incoming = merge(rows, heard("b", 9));

  expect(incoming.map(({ lastSeenOnline }) => lastSeenOnline?.slice(17, 19))).toEqual(["01", "09"]);
  expect(incoming[0]).toBe(rows[0]);
});

test("a late arrival never makes a machine look older than it is", () => {
  const rows = [row("a", 9)];

  expect(merge(rows, heard("a", 3))).toBe(rows);
});

test("a time in the future, taken before MongoDB's clock was set back, keeps no silent machine online", () => {
  const ahead = { ...row("a", 0), lastSeenOnline: new Date(serverNow() + 3_600_000).toISOString() };
  const silentSince = new Date(at(3)).toISOString();

  expect(merge([ahead], heard("a", 3))).toMatchObject([{ lastSeenOnline: silentSince }]);
});

test("a machine that was never heard is heard for the first time", () => {
  expect(merge([row("a", null)], heard("a", 4))[0]).toMatchObject({ strength: -50 });
});

test("what a heartbeat says of its unit is one value: what it does not say any more goes", () => {
  const said = { strength: -50, temperature: 4.5 };
  const shown = merge([row("a", 1)], { ...heard("a", 4), ...said });
  expect(shown[0]).toMatchObject({ telemetry: said });
  expect(merge(shown, heard("a", 9))).toEqual([{ ...row("a", 9), strength: -50, telemetry: { strength: -50 } }]);
});
