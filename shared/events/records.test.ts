import { describe, expect, test } from "vitest";
import type { NewsName } from "./news.ts";
import { news } from "./news.ts";
import type { RecordCard } from "./record.ts";
import { records } from "./records.ts";
import { isRoom } from "./rooms.ts";

const id = (digit: string) => digit.repeat(24);
/** What the rooms of any record are made of. */
const seen = { _id: id("a"), vendingMachine: id("b"), serialNumber: "CU-0001", user: id("d"), by: id("e") };
/** Told to no room, because no room knows who is an admin. */
const told: ReadonlySet<string> = new Set(records.map(({ name }) => name).filter((name) => name !== "apiKey"));
const toldTo = (name: string, now: object, before: object | null) =>
  (news[name as NewsName].to as (now: object, before: object | null) => string[])(now, before);

describe.each(records.map((card) => [card.name, card as RecordCard] as const))("%s", (name, card) => {
  test("is told, changed and removed, in rooms that a screen can join", () => {
    for (const event of [`${name}.changed`, `${name}.removed`]) {
      const rooms = toldTo(event, seen, null);
      expect(rooms.length > 0).toBe(told.has(name));
      expect(rooms).toEqual(expect.arrayContaining([...card.lists]));
      expect(rooms.filter((room) => !isRoom(room))).toEqual([]);
    }
  });

  test("is removed with no more than was kept of it", () => {
    const { payload } = news[`${name}.removed` as NewsName];
    expect(payload.safeParse({ _id: seen._id }).success).toBe(!card.keepsBefore);
  });

  test("has a name, a collection and words of its own", () => {
    const others = records.filter((other) => other.name !== name);
    expect(others.map(({ collection }) => collection)).not.toContain(card.collection);
    expect(others.map(({ words }) => words.one)).not.toContain(card.words.one);
  });
});

test("a unit that moves is told in the rooms that it leaves, each once", () => {
  const rooms = toldTo("unit.changed", seen, { ...seen, vendingMachine: id("c") });

  expect(rooms).toEqual([
    "registered-units",
    "live-status",
    "machines",
    "unit/CU-0001",
    `machine/${id("b")}`,
    `machine/${id("c")}`,
  ]);
});

test("a unit without a machine is told to who looks at the unit alone", () => {
  const rooms = toldTo("unit.removed", { ...seen, vendingMachine: null }, null);

  expect(rooms).toEqual(["registered-units", "live-status", "machines", "unit/CU-0001"]);
});

test.each(["machine/1", `machine/${id("a")}/x`, `region/${id("a")}`, "unit/a b", "", "machines/", `brand/${id("a")}`])(
  "%j is no room",
  (name) => {
    expect(isRoom(name)).toBe(false);
  },
);
