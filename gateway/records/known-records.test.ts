import { ObjectId } from "mongodb";
import { expect, test, vi } from "vitest";
import { byFigure } from "./by-figure.ts";
import { orStillReading, readingText } from "./known.ts";
import { byWords, createCatchUp, createOrders } from "./known-records.ts";

const letters = ["e", "d", "c", "b", "a"].map((name, figure) => ({ name, figure: figure % 2 === 0 ? figure : null }));

test.for<[way: 1 | -1, from: number, to: number, names: string]>([
  [1, 0, 3, "eca"],
  [-1, 0, 3, "ace"],
  // What has no figure is last in both directions, as it stood.
  [1, 2, 5, "adb"],
  [-1, 2, 9, "edb"],
  [1, 5, 9, ""],
])("by figures %i from %i to %i stands %s", ([way, from, to, names]) => {
  const found = byFigure(letters, ({ figure }) => figure, way, { from, to });
  expect(found.map(({ name }) => name).join("")).toBe(names);
});

test("a record that changed, came or went stands in its place of each order", () => {
  const id = () => new ObjectId();
  const [one, two, gone] = [id(), id(), id()];
  const recordOf = (of: ObjectId, name: string, rank: number) => ({ id: of.toHexString(), name, rank });
  type One = ReturnType<typeof recordOf>;
  const orders = createOrders<One, "name" | "rank">({
    name: (a, b) => byWords.compare(a.name, b.name),
    rank: (a, b) => a.rank - b.rank,
  });
  const records = [recordOf(one, "Gate 10", 1), recordOf(two, "Gate 9", 2), recordOf(gone, "Hall", 3)];
  orders.fill(new Map(records.map((record) => [record.id, record])), {
    name: [two, one, gone],
    rank: [one, two, gone],
  });
  const added = recordOf(id(), "gate 9", 0);

  orders.replace(new Set([one.toHexString(), gone.toHexString(), added.id]), [recordOf(one, "Arch", 9), added]);

  expect(orders.lists.name.map(({ name }) => name)).toEqual(["Arch", "Gate 9", "gate 9"]);
  expect(orders.lists.rank.map(({ rank }) => rank)).toEqual([0, 2, 9]);
});

test("what changed is read before the next answer or before it is too much, all of it where too much did, and again where reading failed", async () => {
  const read: (number | "all")[] = [];
  let fails = false;
  const ahead = vi.fn(async () => undefined);
  const { change, lost, catchUp } = createCatchUp({
    mostChanged: 4,
    ahead,
    all: async () => void read.push("all"),
    some: async (ids) => {
      if (fails) throw new Error("away");
      read.push(ids.length);
    },
  });
  const [one, two] = [new ObjectId(), new ObjectId()];
  const others = Array.from({ length: 3 }, () => new ObjectId());
  change(one);
  await catchUp();
  await catchUp();
  expect(read).toEqual(["all"]);

  change(one);
  change(new ObjectId(one.toHexString()));
  fails = true;
  await expect(catchUp()).rejects.toThrow("away");
  fails = false;
  change(two);
  await catchUp();
  expect(read).toEqual(["all", 2]);

  expect(ahead).toHaveBeenCalledOnce();

  for (const id of [one, two, ...others]) change(id);
  expect(ahead).toHaveBeenCalledTimes(2);
  await catchUp();
  lost();
  await catchUp();
  expect(read).toEqual(["all", 2, "all", "all"]);
});

test("while all of it is read for the first time a caller is told so, and the next one is answered", async () => {
  let finish: (of: string) => void = () => undefined;
  const reading = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const current = orStillReading(() => reading, 1);
  await expect(current()).rejects.toMatchObject({ message: readingText, code: "unavailable" });
  finish("all");
  await reading;
  expect(await current()).toBe("all");
});
