import { beforeAll, expect, test } from "vitest";
import { IntakeOrder } from "#shared/intake/intake.schema.ts";
import { orderRefusals } from "#shared/orders/pricing.rules.ts";
import { configuredProvider } from "#shared/payments/configured-provider.server.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { noDeposit } from "#shared/users/open-accounts.server.ts";
import { createOnce } from "../../records/once.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer } from "../../testing/network.ts";
import { addPerson } from "../../testing/people.ts";
import { createIntakeOrders } from "./orders.service.ts";
import { startPlayedProvider } from "./testing/played-provider.ts";
import { addKey, anIdempotencyKey, aPhone, openShop, placing } from "./testing/shop.ts";

const provider = setUp(startPlayedProvider);
const gateway = setUpGateway(() => ({ env: { ...provider.env, SECURITY_DEPOSIT: "200" } }));
const shop = setUp(() => openShop(gateway.parts));
let place: ReturnType<typeof placing>;
beforeAll(async () => {
  place = placing(gateway, (await addKey(gateway.parts, "customers' app")).key);
});

const stored = (orderId: string) => gateway.stores.orders.findOne({ orderId });

test("a known customer's empty name and email are filled, what is there stays, a taken email is dropped", async () => {
  const { users } = gateway.stores;
  const taken = `${aPhone()}@example.test`;
  await addPerson(gateway.parts, { email: taken });
  const blank = await addPerson(gateway.parts, { role: "customer", name: "", email: "" });
  const named = await addPerson(gateway.parts, { role: "customer", name: "Binu Das", email: "binu@example.test" });
  const staff = await addPerson(gateway.parts, { role: "staff", name: "Cyril", email: "" });

  for (const { phone } of [blank, named, staff])
    expect((await place(shop.input({ phone, email: taken }))).status).toBe(200);
  await place(shop.input({ phone: blank.phone, name: "Other", email: "new@example.test" }));

  expect(await users.findOne({ _id: blank._id })).toMatchObject({ name: "Asha Rao", email: "new@example.test" });
  expect(await users.findOne({ _id: named._id })).toMatchObject({
    name: "Binu Das",
    email: "binu@example.test",
    rev: 0,
  });
  expect(await users.findOne({ _id: staff._id })).toMatchObject({ name: "Cyril", email: "", rev: 0 });
});

test("penalties and the security deposit are charged with the next order; what was settled is not", async () => {
  const user = await addPerson(gateway.parts, { role: "customer", needSecurityDeposit: true });
  const { penalties, deposits } = gateway.stores;
  const owed = aPenalty(user._id, { amount: 2_500, quantity: 2 });
  await penalties.insertMany([owed, aPenalty(user._id, { paid: true }), aPenalty(user._id, { canceled: true })]);
  const without = await place(shop.input({ phone: user.phone }));
  await deposits.insertOne({ _id: user._id, ...noDeposit, collectSecurityDeposit: true });
  const withDeposit = await place(shop.input({ phone: user.phone }));

  expect(without.body.order).toMatchObject({
    penalty: { quantity: 2, unitPrice: 25, totalPrice: 50 },
    securityDeposit: 0,
    netAmount: 71 + 12.78 + 50,
  });
  expect(withDeposit.body.order).toMatchObject({ securityDeposit: 200, netAmount: 71 + 12.78 + 50 + 200 });
  expect((await stored(without.body.order.orderId))?.penalty.penalties).toEqual([owed._id]);
});

test("free deposits are noted as the profile gave them", async () => {
  const free = await openShop(gateway.parts, { profile: { deposit: true, depositCount: 3 } });
  const order = { vendingMachine: `${free.machine._id}`, lines: [free.line(free.cola, 1)] };

  expect(await stored((await place(shop.input(order))).body.order.orderId)).toMatchObject({ freeDeposits: 3 });
});

test("reserved, empty and broken containers are not for sale; an order itself reserves nothing", async () => {
  const small = await openShop(gateway.parts, { cans: 2 });
  const at = (channel: number, state: object) =>
    addContainer(gateway.parts, small.machine, channel, { product: small.cola._id, isEmpty: false, ...state });
  await at(10, { isReserved: true, reservedAt: new Date() });
  await at(11, { isWorking: false });
  await at(12, { isEmpty: true });
  await at(13, { isReserved: true, reservedAt: new Date(0), reservedUntil: new Date(1) });
  const requested = (quantity: number) =>
    shop.input({ vendingMachine: `${small.machine._id}`, lines: [small.line(small.cola, quantity)] });

  expect(await place(requested(4))).toMatchObject({
    status: 409,
    body: { error: orderRefusals.soldOut(small.cola.brand, 3).why },
  });
  expect((await place(requested(3))).status).toBe(200);
  expect((await place(requested(3))).status).toBe(200);
});

test("one customer's orders at once meet no conflicts: each is one transaction, and others need not wait for them", async () => {
  const { parts, config } = gateway;
  let runs = 0;
  const inTransaction: typeof parts.mongo.inTransaction = (work) =>
    parts.mongo.inTransaction((dbSession) => {
      runs += 1;
      return work(dbSession);
    });
  const once = createOnce({ ...parts, mongo: { ...parts.mongo, inTransaction } });
  const { place: placeOne } = createIntakeOrders({ ...parts, once, provider: configuredProvider(config) });
  const input = IntakeOrder.parse(shop.input());
  const actor = { kind: "intake" as const, id: null, from: "test" };

  const calls = Array.from({ length: 6 }, () => ({ key: anIdempotencyKey(), fingerprint: "" }));
  const placed = await Promise.all(calls.map((idempotency) => placeOne({ actor, idempotency }, input)));

  expect(new Set(placed.map(({ order }) => order.user._id)).size).toBe(1);
  expect(runs).toBe(6);
});
