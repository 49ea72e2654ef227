import { afterEach, beforeAll, expect, test } from "vitest";
import type { OrderStatus } from "#shared/orders/order-status.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { startPlayedProvider } from "./testing/played-provider.ts";
import { addKey, openShop, placing } from "./testing/shop.ts";

const provider = setUp(startPlayedProvider);
const gateway = setUpGateway(() => ({ env: provider.env }));
const key = setUp(() => addKey(gateway.parts, "an operator's own key"));
const shop = setUp(() => openShop(gateway.parts));
const colleague = setUpOperator(gateway);
let place: ReturnType<typeof placing>;
beforeAll(() => {
  place = placing(gateway, key.key);
});
afterEach(() => gateway.stores.users.updateMany({ role: { $ne: "customer" } }, { $set: { suspend: false } }));

const free = { couponDiscount: 71 };
const buyer = () => addPerson(gateway.parts, { role: "staff" });
const approvalOf = async (orderId: string) => {
  const order = await gateway.stores.orders.findOne({ orderId });
  const approval = order && (await gateway.stores.approvals.findOne({ record: order._id }));
  return `/approvals/${approval?._id}`;
};

test("an operator's own order of nothing to pay waits for another operator, who has it credited", async () => {
  const me = await buyer();
  const { body } = await place(shop.input({ ...free, phone: me.phone }));
  const path = await approvalOf(body.order.orderId);
  const token = await gateway.openLogin(me._id);
  const mine = (action: string, sent: object) =>
    gateway.request.post(`${path}/${action}`).set("authorization", `Bearer ${token}`).send(sent);

  const own = [await mine("approve", {}), await mine("decline", { reason: "mine" })];
  const before = await gateway.stores.cans.findOne({ _id: me._id });
  const approved = await colleague.post(`${path}/approve`, {});

  expect(body).toMatchObject({ order: { orderStatus: "processing", netAmount: 0 }, payment: null });
  expect(own.map(({ status }) => status)).toEqual([403, 403]);
  expect(before?.totalCans).toBe(0);
  expect([approved.status, approved.body.approval]).toEqual([
    200,
    expect.objectContaining({ kind: "own-order", state: "approved" }),
  ]);
  expect((await gateway.stores.orders.findOne({ orderId: body.order.orderId }))?.status).toBe("payment successful");
  expect((await gateway.stores.cans.findOne({ _id: me._id }))?.totalCans).toBe(2);
});

test("one with a coupon cannot be paid before another operator agreed; the same call then goes on", async () => {
  const me = await buyer();
  const input = shop.input({ couponDiscount: 10, phone: me.phone });
  const made = provider.made.length;
  const first = await place(input, "own-coupon");
  const again = await place(input, "own-coupon");
  expect([first.body.payment, again.body.payment, provider.made.length]).toEqual([null, null, made]);

  await colleague.post(`${await approvalOf(first.body.order.orderId)}/approve`, {});
  const { body } = await place(input, "own-coupon");

  expect(body.order._id).toBe(first.body.order._id);
  expect(body.payment).toMatchObject({ providerOrderId: expect.any(String) });
});

test("one that was declined, or canceled meanwhile, is never credited", async () => {
  const me = await buyer();
  const declined = (await place(shop.input({ ...free, phone: me.phone }))).body.order;
  const canceled = (await place(shop.input({ ...free, phone: me.phone }))).body.order;
  await gateway.stores.orders.updateOne({ orderId: canceled.orderId }, { $set: { status: "payment canceled" } });

  const no = await colleague.post(`${await approvalOf(declined.orderId)}/decline`, { reason: "not this week" });
  const late = await colleague.post(`${await approvalOf(canceled.orderId)}/approve`, {});

  expect([no.status, late.status]).toEqual([200, 409]);
  expect(await gateway.stores.cans.findOne({ _id: me._id })).toMatchObject({ totalCans: 0 });
});

test("one whose approval was refused while it was canceled waits on, and is approved once it is set back", async () => {
  const me = await buyer();
  const { orderId } = (await place(shop.input({ ...free, phone: me.phone }))).body.order;
  const setTo = (status: OrderStatus) => gateway.stores.orders.updateOne({ orderId }, { $set: { status } });
  const path = await approvalOf(orderId);

  await setTo("payment canceled");
  const early = await colleague.post(`${path}/approve`, {});
  await setTo("processing");
  const late = await colleague.post(`${path}/approve`, {});

  const why = "This order is not processing any more: payment canceled";
  expect([early.status, early.body.error, late.status]).toEqual([409, why, 200]);
  expect(await gateway.stores.cans.findOne({ _id: me._id })).toMatchObject({ totalCans: 2 });
  expect(await gateway.stores.approvals.findOne({ user: me._id })).toMatchObject({ state: "approved" });
});

test("customers, operators who pay the whole price, and who is alone with the console wait for nobody", async () => {
  const customer = (await place(shop.input(free))).body.order;
  const whole = (await place(shop.input({ phone: (await buyer()).phone }))).body;
  const alone = await buyer();
  await gateway.stores.users.updateMany(
    { role: { $ne: "customer" }, _id: { $ne: alone._id } },
    { $set: { suspend: true } },
  );
  const own = (await place(shop.input({ ...free, phone: alone.phone }))).body.order;

  expect([customer.orderStatus, own.orderStatus]).toEqual(["payment successful", "payment successful"]);
  expect(whole.payment).not.toBeNull();
});
