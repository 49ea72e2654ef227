import { expect, test } from "vitest";
import { type ConnectionRow, outagesOf } from "./outages.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10) + second * 1_000);
const row = (
  second: number,
  event: ConnectionRow["event"],
  connection: string,
  why: string | null = null,
): ConnectionRow => ({ receivedAt: at(second), event, connection, why });
const of = (...rows: ConnectionRow[]) => outagesOf(rows, 75_000);

test("a machine without any connection for longer than the limit was out", () => {
  const rows = [
    row(400, "connected", "c"),
    row(0, "connected", "a"),
    row(100, "disconnected", "a"),
    row(175, "connected", "b"),
    row(300, "disconnected", "b"),
  ];
  expect(of(...rows)).toEqual([{ from: at(300), to: at(400) }]);
});

test("a connection that is taken over is no outage, nor is one whose end nobody noted", () => {
  const taken = [row(0, "connected", "a"), row(10, "connected", "b"), row(11, "disconnected", "a")];
  expect(of(...taken, row(900, "connected", "c"))).toEqual([]);
  expect(of(...taken, row(800, "disconnected", "b"), row(900, "connected", "c"))).toEqual([
    { from: at(800), to: at(900) },
  ]);
});

test("a connection whose end nobody noted hides no later outage", () => {
  const killed = [row(0, "connected", "a"), row(100, "connected", "b")];
  expect(of(...killed, row(800, "disconnected", "b", "silent"), row(900, "connected", "c"))).toEqual([
    { from: at(800), to: at(900) },
  ]);
});

test("an older connection that came late, and was ended for it, is no outage", () => {
  const late = [row(0, "connected", "b"), row(1, "connected", "a"), row(2, "disconnected", "a", "connected-elsewhere")];
  expect(of(...late, row(900, "connected", "c"))).toEqual([]);
  expect(of(...late, row(500, "disconnected", "b"), row(900, "connected", "c"))).toEqual([
    { from: at(500), to: at(900) },
  ]);
});

test("what still goes on is not among them, and dropped messages are none of it", () => {
  expect(of(row(0, "connected", "a"), row(5, "problem", "a"), row(10, "disconnected", "a"))).toEqual([]);
});
