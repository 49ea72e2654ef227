import { expect, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createAudit } from "../audit/audit.server.ts";
import { systemClock } from "../runtime/clock.ts";
import { anOrder } from "../runtime/testing/stored-orders.ts";
import { aMachine, aPenalty, aUser } from "../runtime/testing/stored-records.ts";
import { moveOrder } from "./move-order.server.ts";

const mongo = setUpDatabase();

test("an order that pays hundreds of penalties is credited by as many commands as any other", async () => {
  const { users, penalties, orders, audit } = mongo.collections;
  const user = aUser({ role: "customer", penaltiesOwed: 400 });
  const owed = Array.from({ length: 400 }, () => aPenalty(user._id, { amount: 1_000, quantity: 1 }));
  const penalty = {
    quantity: owed.length,
    unitPrice: 1_000,
    totalPrice: 1_000 * owed.length,
    penalties: owed.map(({ _id }) => _id),
  };
  const order = anOrder(user, aMachine(), { penalty });
  await users.insertOne(user);
  await penalties.insertMany(owed);
  await orders.insertOne(order);

  await mongo.db.command({ profile: 2 });
  const parts = { mongo, audit: createAudit(mongo.collections, systemClock), clock: systemClock };
  const actor = { kind: "provider" as const, id: null, from: "203.0.113.9" };
  const { order: credited } = await moveOrder(parts, actor, {
    order: order._id,
    to: "payment successful",
    source: "webhook",
  });
  await mongo.db.command({ profile: 0 });

  expect([credited.status, credited.flags]).toEqual(["payment successful", []]);
  expect(await mongo.db.collection("system.profile").countDocuments()).toBeLessThan(60);
  expect(await penalties.countDocuments({ user: user._id, paid: true, rev: 1 })).toBe(owed.length);
  expect((await users.findOne({ _id: user._id }))?.penaltiesOwed).toBe(0);
  expect(await audit.countDocuments({ verb: "penalty.changed", reason: `Order ${order.orderId}` })).toBe(owed.length);
});
