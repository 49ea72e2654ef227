import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addPerson } from "../../testing/people.ts";
import { openShop } from "../intake/testing/shop.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();

test("an order that failed is offered for payment until its customer's account is deleted", async () => {
  const shop = await openShop(fixture.parts);
  const input = shop.input();
  const key = randomUUID();
  const place = async () => (await fixture.intake("/intake/orders", input, key)).body;
  const { order } = await place();
  await fixture.admin.put(`/orders/${order._id}`, { orderStatus: "payment failed", reason: "declined" });
  const before = await place();
  const user = await fixture.stores.users.findOne({ phone: input.phone });
  if (!user) throw new Error("a new phone is a new customer");
  const { action } = await fixture.confirmed(user);
  expect((await action()).status).toBe(200);

  const after = await place();

  expect(before).toMatchObject({ order: { _id: order._id }, payment: { amount: order.netAmount } });
  expect(after).toMatchObject({ order: { _id: order._id }, payment: null });
});

test("who comes back with the phone of a deleted account is deleted too, by a call with the same key", async () => {
  const [first, key] = [await addPerson(fixture.parts, { role: "customer" }), randomUUID()];
  const earlier = (await fixture.send(first, key)).body.request;
  expect((await (await fixture.confirmed(first)).action()).status).toBe(200);
  const second = await addPerson(fixture.parts, { role: "customer", phone: first.phone });

  const { request } = (await fixture.send(second, key)).body;

  expect(request).toMatchObject({ userId: `${second._id}`, requestProcessed: false });
  expect(request._id).not.toBe(earlier._id);
});
