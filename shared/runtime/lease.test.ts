import { randomBytes } from "node:crypto";
import { type Collection, MongoClient } from "mongodb";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { LeaseLost, takeLease } from "./lease.ts";

interface Work {
  _id: number;
  state: string;
  holder: string | null;
  heldUntil: Date | null;
  done?: number;
}

const client = new MongoClient(inject("mongodbUri"));
const db = client.db(`l${randomBytes(6).toString("hex")}`);
let works: Collection<Work>;
beforeEach(async () => {
  works = db.collection(`w${randomBytes(6).toString("hex")}`);
  await works.insertMany([2, 1].map((_id) => ({ _id, state: "waiting", holder: null, heldUntil: null })));
});
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

const take = (holder: string, leaseMs = 60_000) =>
  takeLease({ collection: works, where: { state: "waiting" }, sort: { _id: 1 }, holder, leaseMs });
const first = () => works.findOne({ _id: 1 });

test("of many who take at once each gets a document of its own, in order, and the others nothing", async () => {
  const taken = await Promise.all(["a", "b", "c", "d"].map((holder) => take(holder)));
  const ids = taken.flatMap((one) => (one ? [one.document._id] : []));
  expect(ids.sort()).toEqual([1, 2]);
  expect(await take("e")).toBeNull();
  for (const one of taken) await one?.lease.giveBack();
  const again = await take("e");
  expect(again?.document).toMatchObject({ _id: 1, holder: "e" });
  expect(await again?.lease.giveBack({ state: "done", done: 3 })).toBe(true);
  expect(await first()).toEqual({ _id: 1, state: "done", done: 3, holder: null, heldUntil: null });
});

test("MongoDB's clock decides, whatever the process believes", async () => {
  const lagging = vi.spyOn(Date, "now").mockReturnValue(0);
  const taken = await take("a");
  lagging.mockRestore();
  expect(taken?.document._id).toBe(1);
  expect((await first())?.heldUntil?.getTime()).toBeGreaterThan(Date.UTC(2020, 0, 1));
  const ahead = vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2100, 0, 1));
  const other = await take("b");
  ahead.mockRestore();
  expect(other?.document._id).toBe(2);
  for (const one of [taken, other]) await one?.lease.giveBack();
});

test("it is extended while the work goes on", async () => {
  const taken = await take("a", 1_000);
  const until = taken?.document.heldUntil?.getTime() ?? 0;
  await eventually(async () => expect((await first())?.heldUntil?.getTime()).toBeGreaterThan(until));
  taken?.lease.check();
  await taken?.lease.giveBack();
});

test("a process that lost it is notified, and writes nothing more", async () => {
  const taken = await take("a", 1_000);
  await works.updateOne({ _id: 1 }, { $set: { holder: "b" } });
  await eventually(() => expect(taken?.lease.signal.aborted).toBe(true));
  expect(taken?.lease.check).toThrow(LeaseLost);
  await expect(taken?.lease.write({ $set: { done: 1 } })).rejects.toBeInstanceOf(LeaseLost);
  expect(await works.countDocuments(taken?.lease.mine)).toBe(0);
  expect(await taken?.lease.giveBack({ done: 2 })).toBe(false);
  expect(await first()).toMatchObject({ state: "waiting", holder: "b" });
  expect(await first()).not.toHaveProperty("done");
});

test("a lease that was not extended in its time is taken by another", async () => {
  await works.updateOne({ _id: 1 }, { $set: { holder: "dead", heldUntil: new Date(Date.now() - 1) } });
  const taken = await take("a");
  expect(taken?.document).toMatchObject({ _id: 1, holder: "a" });
  await taken?.lease.write({ $set: { done: 1 } });
  expect(await first()).toMatchObject({ holder: "a", done: 1 });
  await taken?.lease.giveBack();
});
