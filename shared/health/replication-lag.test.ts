import { expect, test } from "vitest";
import { slowestLagMs } from "./replication-lag.ts";

const now = Date.UTC(2026, 10, 24, 8);
const ago = (seconds: number) => new Date(now - seconds * 1_000);
const primary = { health: 1, state: 1, stateStr: "PRIMARY", optimeDate: ago(2) };
const secondary = (seconds: number) => ({ health: 1, state: 2, stateStr: "SECONDARY", optimeDate: ago(seconds) });
/** As MongoDB says it of a member that stands still. */
const gone = (seconds: number) => ({
  health: 0,
  state: 8,
  stateStr: "(not reachable/healthy)",
  optimeDate: new Date(0),
  lastHeartbeatRecv: ago(seconds),
});
const arbiter = { health: 1, state: 7, stateStr: "ARBITER" };

test.each([
  ["one member alone", [primary], 0],
  ["all in step, one of them ahead of what the primary has heard", [primary, secondary(2), secondary(1)], 0],
  ["one far behind", [primary, secondary(2), secondary(40)], 38_000],
  ["one that does not answer", [primary, secondary(2), gone(45)], 45_000],
  ["one that was never heard", [primary, secondary(5), gone(now / 1_000)], 3_000],
  ["an arbiter has nothing", [primary, secondary(2), arbiter], 0],
  ["no primary", [secondary(1), secondary(2)], undefined],
])("%s", (_, members, lag) => {
  expect(slowestLagMs(members, now)).toBe(lag);
});
