import { expect, test } from "vitest";
import { CanContainer, containerWords, whyNotMark } from "./container-mark.rules.ts";

const container = (changes: Partial<CanContainer> = {}): CanContainer => ({
  containerId: "12",
  brand: "Lime",
  isWorking: true,
  isEmpty: false,
  stockedOn: "2026-11-22T10:00:00.000Z",
  rev: 4,
  ...changes,
});

test.each([
  [{}, "Lime, full, working"],
  [{ isEmpty: true }, "Lime, empty, working"],
  [{ isWorking: false }, "Lime, full, not working"],
  [{ brand: "", isEmpty: true }, "no product, empty, working"],
])("a container with %j reads %s", (changes, words) => {
  expect(containerWords(container(changes))).toBe(words);
});

const stocked = "Container 12 was restocked since it held Cola for this can: now it is Lime, full, working";
const changed = "Container 12 was changed meanwhile: now it is Lime, full, working";
/** The open command was sent at ten. */
const seen = { rev: 4, brand: "Cola", at: new Date("2026-11-22T10:00:00.000Z"), isHeld: false };

test.each([
  { what: "as it was seen", now: {}, facts: {}, why: null },
  { what: "stocked after its door was told", now: { stockedOn: "2026-11-22T10:00:00.001Z" }, facts: {}, why: stocked },
  { what: "never stocked", now: { stockedOn: null }, facts: {}, why: null },
  {
    what: "held by the can, so that nobody could stock it",
    now: { stockedOn: "2026-11-22T10:00:00.001Z" },
    facts: { isHeld: true },
    why: null,
  },
  { what: "held, and never stocked", now: { stockedOn: null }, facts: { isHeld: true }, why: null },
  { what: "changed since", now: { rev: 5 }, facts: {}, why: changed },
  { what: "changed while the can held it", now: { rev: 5 }, facts: { isHeld: true }, why: changed },
  { what: "changed, where nobody says what was seen", now: { rev: 5 }, facts: { rev: undefined }, why: null },
])("a container that is $what: $why", ({ now, facts, why }) => {
  expect(whyNotMark(container(now), { ...seen, ...facts })).toBe(why);
});

test("what is sent of a container names each of its facts", () => {
  expect(Object.keys(CanContainer.shape).sort()).toEqual(Object.keys(container()).sort());
});
