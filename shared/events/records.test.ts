import { describe, expect, test } from "vitest";
import type { EventName } from "./events.ts";
import { events } from "./events.ts";
import { isRoom } from "./join.rules.ts";
import type { RecordDefinition } from "./record.ts";
import { records } from "./records.ts";

const id = (digit: string) => digit.repeat(24);
/** Values from which the rooms of any record are made. */
const seen = { _id: id("a"), vendingMachine: id("b"), serialNumber: "CU-0001", user: id("d"), by: id("e") };
/** apiKey and webhook have no room: no room knows who is an admin. */
const unpublished: readonly string[] = ["apiKey", "webhook"];
const published: ReadonlySet<string> = new Set(
  records.map(({ name }) => name).filter((name) => !unpublished.includes(name)),
);
const publishedTo = (name: string, now: object, before: object | null) =>
  (events[name as EventName].to as (now: object, before: object | null) => string[])(now, before);

describe.each(records.map((definition) => [definition.name, definition as RecordDefinition] as const))(
  "%s",
  (name, definition) => {
    test("is published, changed and removed, in rooms that a screen can join", () => {
      for (const event of [`${name}.changed`, `${name}.removed`]) {
        const rooms = publishedTo(event, seen, null);
        expect(rooms.length > 0).toBe(published.has(name));
        expect(rooms).toEqual(expect.arrayContaining([...definition.lists]));
        expect(rooms.filter((room) => !isRoom(room))).toEqual([]);
      }
    });

    test("is removed with no more than was kept of it", () => {
      const { payload } = events[`${name}.removed` as EventName];
      expect(payload.safeParse({ _id: seen._id }).success).toBe(!definition.keepsBefore);
    });

    test("has a name, a collection and words of its own", () => {
      const others = records.filter((other) => other.name !== name);
      expect(others.map(({ collection }) => collection)).not.toContain(definition.collection);
      expect(others.map(({ words }) => words.one)).not.toContain(definition.words.one);
    });
  },
);

test("a unit that moves is published in the rooms that it leaves, each once", () => {
  const rooms = publishedTo("unit.changed", seen, { ...seen, vendingMachine: id("c") });

  expect(rooms).toEqual([
    "registered-units",
    "live-status",
    "machines",
    "unit/CU-0001",
    `machine/${id("b")}`,
    `machine/${id("c")}`,
  ]);
});

test("a unit without a machine is published to the unit's room alone", () => {
  const rooms = publishedTo("unit.removed", { ...seen, vendingMachine: null }, null);

  expect(rooms).toEqual(["registered-units", "live-status", "machines", "unit/CU-0001"]);
});

test.each(["machine/1", `machine/${id("a")}/x`, `region/${id("a")}`, "unit/a b", "", "machines/", `brand/${id("a")}`])(
  "%j is no room",
  (name) => {
    expect(isRoom(name)).toBe(false);
  },
);
