import { expect, test } from "vitest";
import { setUpDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { createAudit } from "../audit.ts";
import { moveOrder } from "../books/move-order.ts";
import { noDeposit } from "../books/open-accounts.ts";
import type { OrderDocument } from "../documents/orders.ts";
import { anOrder } from "../testing/stored-orders.ts";
import { aMachine, aUser } from "../testing/stored-records.ts";
import { findMoved, noteOfMove } from "./moved-rows.ts";
import { rankedOrders } from "./ranked-lists.ts";

const noon = new Date("2026-11-22T12:00:00Z");
const clock = { now: () => noon.getTime() };
const minutesAgo = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);
const mongo = setUpDatabase();

test.each([
  ["that anchors do not know yet notes nothing", { status: "processing", time: minutesAgo(4) }, {}],
  ["notes what it is counted as", { status: "processing", time: minutesAgo(6) }, { movedFrom: "processing" }],
  [
    "and that moves again is still counted as it was",
    { status: "payment failed", movedFrom: "processing", time: minutesAgo(6) },
    { movedFrom: "processing" },
  ],
])("a row %s", (_what, row, note) => {
  expect(noteOfMove(row, noon)).toEqual(note);
});

test("orders that moved late are found with their note, oldest first; one that moved at once is not", async () => {
  const stored = async (minutes: number): Promise<OrderDocument> => {
    const user = aUser({ role: "customer" });
    const order = anOrder(user, aMachine(), { time: minutesAgo(minutes) });
    await mongo.collections.users.insertOne(user);
    await mongo.collections.deposits.insertOne({ _id: user._id, ...noDeposit });
    await mongo.collections.orders.insertOne(order);
    return order;
  };
  const parts = { mongo, clock, audit: createAudit(mongo.collections, clock) };
  const move = ({ _id }: OrderDocument, to: OrderDocument["status"]) =>
    moveOrder(parts, { kind: "provider", id: null, from: "here" }, { order: _id, to, source: "webhook" });
  const [young, late, latest] = [await stored(1), await stored(30), await stored(60)];

  await move(young, "payment successful");
  await move(late, "payment failed");
  await move(late, "payment successful");
  await move(latest, "payment failed");

  const found = await findMoved(mongo.db.collection("orders"), rankedOrders, { limit: 10 });
  expect(found.map(({ place, from, to }) => [`${place.id}`, from, to])).toEqual([
    [`${latest._id}`, "processing", "payment failed"],
    [`${late._id}`, "processing", "payment successful"],
  ]);
  expect(found[0]?.parts.map(({ name }) => name)).toEqual(["orders", `orders machine ${latest.machine}`]);
});
