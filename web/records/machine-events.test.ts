import { expect, test } from "vitest";
import { aShownMachine, aShownUnit } from "#shared/testing/shown-records.ts";
import { loadAgain } from "../live/follow.ts";
import { withMachineRecord, withoutUnit, withRegion, withUnit } from "./machine-events.ts";

const machine = aShownMachine({
  name: "Library",
  rev: 4,
  live: true,
  unit: { serialNumber: "CU-1", authorised: true },
  lastSeenOnline: "2026-01-01T00:00:00.000Z",
  strength: -60,
});
const unit = aShownUnit({ vendingMachine: machine._id, rev: 1 });
const {
  live: _live,
  unit: _unit,
  lastSeenOnline: _seen,
  strength: _s,
  clockOffsetSeconds: _c,
  rattling: _r,
  ...record
} = machine;

test("an edit by somebody else is shown, and when the machine was heard stays", () => {
  const incoming = withMachineRecord(machine, { ...record, name: "Library, first floor", rev: 5 });

  expect(incoming).toMatchObject({ name: "Library, first floor", lastSeenOnline: machine.lastSeenOnline });
});

test("an older edit that arrives late is not shown", () => {
  expect(withMachineRecord(machine, { ...record, name: "Old name", rev: 3 })).toBe(machine);
});

test("a unit that loses its permission is shown so at once", () => {
  expect(withUnit(machine, { ...unit, authorised: false })).toMatchObject({ unit: { authorised: false } });
});

test("a unit that moves to another machine takes its presence along", () => {
  const incoming = withUnit(machine, { ...unit, vendingMachine: "d".repeat(24) });

  expect(incoming).toMatchObject({ unit: null, lastSeenOnline: null, strength: null });
});

test("a unit that is new to the machine brings a past that has to be loaded", () => {
  expect(withUnit(machine, { ...unit, serialNumber: "CU-2" })).toBe(loadAgain);
});

test("another machine's unit changes nothing", () => {
  expect(withUnit(machine, { ...unit, serialNumber: "CU-9", vendingMachine: "e".repeat(24) })).toBe(machine);
  expect(withoutUnit(machine, { ...unit, serialNumber: "CU-9" })).toBe(machine);
});

test("a region that takes a profile in has its machines at once, and one that gives it up has them no more", () => {
  const region = { _id: "1".repeat(24), region: "North", profiles: [{ profile: machine.profile, name: "" }], rev: 1 };
  const taken = withRegion(machine, region);
  expect(taken.region).toBe("North");
  expect(withRegion(taken, { ...region, region: "South", profiles: [] })).toBe(taken);

  expect(withRegion(taken, { ...region, profiles: [] }).region).toBe("");
});
