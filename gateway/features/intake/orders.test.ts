import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { orderRefusals } from "#shared/orders/pricing.rules.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { startPlayedProvider } from "./testing/played-provider.ts";
import { addKey, aPhone, openShop, placing } from "./testing/shop.ts";

const provider = setUp(startPlayedProvider);
const env = () => ({ ...provider.env, SECURITY_DEPOSIT: "200" });
const gateway = setUpGateway(() => ({ env: env() }));
const beside = setUpGateway(() => ({ env: env(), beside: gateway }));
const key = setUp(() => addKey(gateway.parts, "customers' app"));
const shop = setUp(() => openShop(gateway.parts));
let place: ReturnType<typeof placing>;
let placeBeside: ReturnType<typeof placing>;
beforeAll(() => {
  place = placing(gateway, key.key);
  placeBeside = placing(beside, key.key);
});

const stored = (orderId: string) => gateway.stores.orders.findOne({ orderId });

test("an order is priced by the server, stored, and known to the provider: 93.78", async () => {
  const phone = aPhone();
  const lines = [shop.line(shop.cola, 2), shop.line(shop.deposit, 1)];
  const { status, body } = await place(shop.input({ phone, email: "Asha@Example.test", lines }));

  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const { order, payment } = body;
  expect(order).toMatchObject({
    orderId: expect.stringMatching(/^ORD-\d{6}-[2-9A-HJ-NP-Z]{8}$/),
    orderStatus: "processing",
    paymentId: "",
    gst: 12.78,
    netAmount: 93.78,
    user: { name: "Asha Rao", phone, email: "asha@example.test" },
    vendingMachine: { _id: `${shop.machine._id}`, vendingMachineId: shop.machine.vendingMachineId },
    products: {
      bundle: [],
      unit: [
        { brand: shop.cola.brand, quantity: 2, unitPrice: 40.25, totalPrice: 80.5 },
        { brand: shop.deposit.brand, quantity: 1, unitPrice: 10, totalPrice: 10 },
      ],
    },
    discount: { productDiscount: 9.5, couponDiscount: 0, totalDiscount: 9.5 },
    penalty: { quantity: 0, unitPrice: 0, totalPrice: 0 },
    securityDeposit: 0,
  });
  expect(order).not.toHaveProperty("steps");
  const made = provider.made.at(-1);
  expect(made).toMatchObject({ receipt: order.orderId, amount: 9_378 });
  expect(payment).toEqual({ providerOrderId: made?.id, keyId: "rzp_test_intake", amount: 93.78 });

  const kept = await stored(order.orderId);
  expect(kept).toMatchObject({
    providerOrderId: made?.id,
    gstBasisPoints: 1_800,
    freeDeposits: 0,
    creditedAt: null,
    steps: [{ what: "created", status: "processing", source: "intake", by: key.id }],
  });
  expect(kept?.nextCheckAt?.getTime()).toBe((kept?.time.getTime() ?? 0) + 15 * 60_000);
  const { users, cans, deposits, audit } = gateway.stores;
  const user = await users.findOne({ phone });
  expect(user).toMatchObject({ role: "customer", needDeposit: false, suspend: false });
  expect(await cans.findOne({ _id: user?._id })).toMatchObject({ totalCans: 0 });
  expect(await deposits.findOne({ _id: user?._id })).toMatchObject({ deposit: 0 });
  const written = await audit.find({ "actor.kind": "intake", "actor.id": key.id }).toArray();
  expect(written.map(({ verb }) => verb)).toEqual(["user.added", "order.added"]);
});

test("the machine may be named by its own id, and what it sells may change afterwards: an order keeps its prices", async () => {
  const { order } = (await place(shop.input({ vendingMachine: shop.machine.vendingMachineId }))).body;

  expect(order.vendingMachine.vendingMachineId).toBe(shop.machine.vendingMachineId);
  expect((await stored(order.orderId))?.lines[0]).toMatchObject({ unitPrice: 4_025, discountPrice: 3_550 });
});

test("one order comes of the same key at once at two gateways, and a repeat answers it", async () => {
  const same = shop.input();
  const idempotencyKey = "twenty-at-once";
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? place : placeBeside)(same, idempotencyKey)),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const ids = new Set(answers.map(({ body }) => `${body.order.orderId} ${body.payment.providerOrderId}`));
  expect(ids.size).toBe(1);
  const { users, orders } = gateway.stores;
  const user = await users.findOne({ phone: same.phone });
  expect(await orders.countDocuments({ user: user?._id })).toBe(1);
  const repeat = await placeBeside(same, idempotencyKey);
  expect(`${repeat.body.order.orderId} ${repeat.body.payment.providerOrderId}`).toBe([...ids][0]);
});

test("two orders of one new customer at once make one customer", async () => {
  const phone = aPhone();
  const email = `${phone}@example.test`;
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => (i % 2 ? place : placeBeside)(shop.input({ phone, email }))),
  );

  expect(answers.map(({ status, body }) => body.error ?? status)).toEqual(answers.map(() => 200));
  const { users, orders } = gateway.stores;
  const [user, ...others] = await users.find({ phone }).toArray();
  expect(others).toEqual([]);
  expect(await orders.countDocuments({ user: user?._id })).toBe(6);
});

test("the same key for another order is a conflict, and belongs to one API key alone", async () => {
  const first = shop.input();
  await place(first, "used");
  const other = await place({ ...first, couponDiscount: 1 }, "used");
  const theirs = await placing(gateway, (await addKey(gateway.parts, "another app")).key)(shop.input(), "used");

  expect(other.status).toBe(409);
  expect(other.body.error).toBe("This Idempotency-Key was used for another request already");
  expect(theirs.status).toBe(200);
});

test("while the provider is down the order is kept, and a repeat goes on with it", async () => {
  const same = shop.input();
  provider.be("down");
  const refused = await place(same, "provider-down");

  expect(refused.status).toBe(503);
  expect(refused.body.error).toContain("repeat this call with the same Idempotency-Key");
  const { orderId } = refused.body;
  expect(await stored(orderId)).toMatchObject({ providerOrderId: null, status: "processing" });
  provider.be("well");
  const before = provider.made.length;
  const done = await placeBeside(same, "provider-down");

  expect(done.body.order.orderId).toBe(orderId);
  expect(done.body.payment.providerOrderId).toBe(provider.made.at(-1)?.id);
  expect(provider.made.length).toBe(before + 1);
  const user = await gateway.stores.users.findOne({ phone: same.phone });
  expect(await gateway.stores.orders.countDocuments({ user: user?._id })).toBe(1);
});

test("an order that reaches the provider late is verified as soon as a new one", async () => {
  const same = shop.input();
  provider.be("down");
  const { orderId } = (await place(same, "provider-late")).body;
  const order = await stored(orderId);
  // Verified meanwhile, as the sweep does it: the provider has nothing to verify, so the next check is a day after the
  // order.
  const staff = await signedInAt(gateway);
  await staff.put("/payment/verify-payment", { _id: `${order?._id}` });
  const dayMs = 86_400_000;
  expect((await stored(orderId))?.nextCheckAt?.getTime()).toBe((order?.time.getTime() ?? 0) + dayMs);
  provider.be("well");

  const before = gateway.clock.now();
  expect((await place(same, "provider-late")).status).toBe(200);

  const checkedIn = ((await stored(orderId))?.nextCheckAt?.getTime() ?? 0) - before;
  const quarterMs = 15 * 60_000;
  expect(checkedIn).toBeGreaterThanOrEqual(quarterMs);
  expect(checkedIn).toBeLessThan(2 * quarterMs);
});

test("a repeat of an order that an operator has canceled names nothing to pay", async () => {
  const same = shop.input();
  const { order } = (await place(same, "canceled")).body;
  await gateway.stores.orders.updateOne({ orderId: order.orderId }, { $set: { status: "payment canceled" } });

  const { body } = await placeBeside(same, "canceled");

  expect([body.order.orderId, body.order.orderStatus]).toEqual([order.orderId, "payment canceled"]);
  expect(body.payment).toBeNull();
});

test("what the provider refuses is said in its words", async () => {
  provider.be("refusing");
  const answer = await place(shop.input());
  provider.be("well");

  expect(answer).toMatchObject({
    status: 409,
    body: { error: "The payment provider refuses this order: Too small", orderId: expect.stringMatching(/^ORD-/) },
  });
});

test("an order of nothing to pay is credited at once, and the provider is not called", async () => {
  const before = provider.made.length;
  const { body } = await place(shop.input({ couponDiscount: 71 }));

  expect(body).toMatchObject({ order: { orderStatus: "payment successful", netAmount: 0, gst: 0 }, payment: null });
  expect(provider.made.length).toBe(before);
  const order = await stored(body.order.orderId);
  expect(order?.creditedAt).not.toBeNull();
  expect(order?.nextCheckAt).toBeNull();
  const cans = await gateway.stores.cans.findOne({ _id: order?.user });
  expect(cans).toMatchObject({ totalCans: 2, current: [{ machine: shop.machine._id, product: shop.cola._id }] });
});

test("what is refused leaves nothing behind: neither customer, nor order, nor key", async () => {
  const same = shop.input({ lines: [shop.line(shop.cola, 7)] });
  const { users, orders, idempotencyKeys } = gateway.stores;
  const before = [await orders.countDocuments(), await idempotencyKeys.countDocuments()];

  const answer = await place(same, "refused");

  expect(answer).toMatchObject({ status: 400, body: { error: orderRefusals.tooMany(shop.cola.brand, "unit", 6).why } });
  expect(await users.findOne({ phone: same.phone })).toBeNull();
  expect([await orders.countDocuments(), await idempotencyKeys.countDocuments()]).toEqual(before);
  expect((await place({ ...same, lines: [shop.line(shop.cola, 1)] }, "refused")).status).toBe(200);
});

test("what comes to less than the provider takes is refused before anything is stored", async () => {
  const same = shop.input({ couponDiscount: 70.5 });
  const { users } = gateway.stores;
  const before = provider.made.length;

  const answer = await place(same);

  expect(answer).toMatchObject({ status: 400, body: { error: orderRefusals.tooLittle(59).why } });
  expect([await users.findOne({ phone: same.phone }), provider.made.length]).toEqual([null, before]);
});

test("a deactive machine, one without its profile, and a suspended customer are conflicts", async () => {
  const closed = await openShop(gateway.parts, { machine: { active: false } });
  const bare = await openShop(gateway.parts, { machine: { profile: new ObjectId() } });
  const { phone } = await addPerson(gateway.parts, { role: "customer", suspend: true });

  const answers = [
    await place(shop.input({ vendingMachine: `${closed.machine._id}` })),
    await place(shop.input({ vendingMachine: `${bare.machine._id}` })),
    await place(shop.input({ phone })),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [409, orderRefusals.deactive.why],
    [409, orderRefusals.withoutProfile.why],
    [409, orderRefusals.suspended.why],
  ]);
});
