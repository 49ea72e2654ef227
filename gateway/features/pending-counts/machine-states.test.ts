import { expect, test } from "vitest";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { createMachineStates, movesSpeaker } from "./machine-states.ts";

const now = Date.parse("2026-03-01T10:00:00.000Z");
const ago = (seconds: number) => now - seconds * 1_000;
const presence = (serialNumber: string, lastSeen: number) => ({ serialNumber, lastSeen, strength: null });
const known = (heard: [string, number][], speaking: string[], machines: number) => ({
  machines,
  speaking,
  heard: new Map(heard.map(([serial, at]) => [serial, presence(serial, at)])),
});

test("machines are judged as live-status judges them: heard within 75 s, silent, never heard or without a unit", () => {
  const states = createMachineStates(75);
  states.know(
    known(
      [
        ["A", ago(75)],
        ["B", ago(76)],
      ],
      ["A", "B", "C"],
      5,
    ),
  );

  expect(states.count(now)).toEqual({ online: 1, offline: 1, unavailable: 3 });
  expect(states.count(now + 1_000)).toEqual({ online: 0, offline: 2, unavailable: 3 });
});

test("a heartbeat of an online unit changes nothing; that of a silent or never heard one does", () => {
  const states = createMachineStates(75);
  states.know(
    known(
      [
        ["A", ago(10)],
        ["B", ago(90)],
      ],
      ["A", "B", "C"],
      3,
    ),
  );

  expect(states.hear([presence("A", ago(0))], now)).toBe(false);
  expect(states.hear([presence("B", ago(0))], now)).toBe(true);
  expect(states.hear([presence("C", ago(0))], now)).toBe(true);
  expect(states.count(now)).toEqual({ online: 3, offline: 0, unavailable: 0 });
});

test("an older message changes nothing, whichever comes first", () => {
  const states = createMachineStates(75);
  states.know(known([["A", ago(1)]], ["A"], 1));
  states.hear([presence("A", ago(200))], now);
  states.know(known([["A", ago(300)]], ["A"], 1));

  expect(states.count(now)).toEqual({ online: 1, offline: 0, unavailable: 0 });
});

test("a unit that falls silent after MongoDB's clock was set back is offline at once", () => {
  const states = createMachineStates(75);
  states.know(known([["A", now + 3_600_000]], ["A"], 1));

  expect(states.hear([presence("A", ago(76))], now)).toBe(true);
  expect(states.count(now)).toEqual({ online: 0, offline: 1, unavailable: 0 });
});

test("what was heard of a unit before it was known as authorised counts once it is", () => {
  const states = createMachineStates(75);
  states.know(known([], [], 1));
  expect(states.hear([presence("A", ago(1))], now)).toBe(false);
  states.know(known([], ["A"], 1));

  expect(states.count(now)).toEqual({ online: 1, offline: 0, unavailable: 0 });
});

test("machines are read again where another unit may speak for one, not for a key or a firmware", () => {
  const unit = aUnit(aMachine());
  const noted = aUnit(null, { ...unit, otherKey: { key: "k", at: new Date(), times: 1 }, version: "9.9.9" });
  expect(movesSpeaker({ before: unit, after: noted })).toBe(false);
  expect(movesSpeaker({ before: unit, after: { ...unit, authorised: false } })).toBe(true);
  expect(movesSpeaker({ before: unit, after: { ...unit, machine: aMachine()._id } })).toBe(true);
  for (const gone of [
    { before: unit, after: null },
    { before: null, after: unit },
  ])
    expect(movesSpeaker(gone)).toBe(true);
});
