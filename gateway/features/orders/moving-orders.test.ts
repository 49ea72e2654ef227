import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { type SignedInOperator, setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

let user: UserDocument;
const gateway = setUpGateway();
const operator = setUpOperator(gateway, "admin");
const colleague = setUpOperator(gateway, "admin");
const machine = setUp(() => addMachine(gateway.parts));

const plant = async (options: Partial<OrderDocument> = {}) => {
  user = await addPerson(gateway.parts, { role: "customer" });
  const order = anOrder(user, machine, options);
  await gateway.stores.orders.insertOne(order);
  return order;
};
const move = (by: SignedInOperator, { _id }: Pick<OrderDocument, "_id">, body: object) =>
  by.put(`/orders/${_id}`, body);
const cansOf = async () => (await gateway.stores.cans.findOne({ _id: user._id }))?.totalCans ?? 0;

describe("an operator says how an order ended", () => {
  test("with a reason, which stands in the timeline and in the audit", async () => {
    const order = await plant();

    const { status, body } = await move(operator, order, {
      orderStatus: "payment canceled",
      reason: "asked to",
      rev: 0,
    });

    expect(status).toBe(200);
    expect(body.order).toMatchObject({ orderStatus: "payment canceled", rev: 1, user: { phone: user.phone } });
    expect(body.order.steps.at(-1)).toMatchObject({
      what: "moved",
      orderStatus: "payment canceled",
      source: "operator",
      by: { _id: `${operator.userId}`, name: expect.stringMatching(/./) },
      reason: "asked to",
    });
    const [line, ...more] = await gateway.stores.audit.find({ "record.id": `${order._id}` }).toArray();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      actor: { kind: "operator", id: operator.userId },
      before: { status: "processing" },
      after: { status: "payment canceled" },
      reason: "asked to",
    });
  });

  test("and back again, as long as it is not paid", async () => {
    const order = await plant({ status: "payment failed" });

    for (const orderStatus of ["processing", "payment canceled", "payment failed"]) {
      expect((await move(operator, order, { orderStatus })).body.order.orderStatus).toBe(orderStatus);
    }
    expect(await cansOf()).toBe(0);
  });

  test("paid, its cans are credited once, and it is final", async () => {
    const order = await plant();

    const answers = await Promise.all(
      [operator, colleague, operator].map((by) => move(by, order, { orderStatus: "payment successful" })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await cansOf()).toBe(2);
    const late = await move(colleague, order, { orderStatus: "payment failed" });
    expect([late.status, late.body.error]).toEqual([409, "This order is paid: its status is final"]);
    expect(late.body.order).toMatchObject({ _id: `${order._id}`, orderStatus: "payment successful" });
    expect(await gateway.stores.audit.countDocuments({ "record.id": `${order._id}`, verb: "order.credited" })).toBe(1);
  });

  test("that it is as it is: nothing changes", async () => {
    const order = await plant();

    const { status, body } = await move(operator, order, { orderStatus: "processing", rev: 0 });

    expect([status, body.order.rev, body.order.steps.length]).toEqual([200, 0, 1]);
  });
});

test("of two operators on one order the second is refused, with the order as it is", async () => {
  const order = await plant();
  await move(colleague, order, { orderStatus: "payment canceled", rev: 0 });

  const { status, body } = await move(operator, order, { orderStatus: "payment failed", rev: 0 });

  expect([status, body.error]).toEqual([409, "This order was changed by somebody else meanwhile"]);
  expect(body.order).toMatchObject({ orderStatus: "payment canceled", rev: 1 });
});

test.each([
  [{}, /^orderStatus: /],
  [{ orderStatus: "paid" }, /^orderStatus: /],
  [{ orderStatus: { $ne: "x" } }, /^orderStatus: /],
  [{ orderStatus: "processing", rev: -1 }, /^rev: /],
  [{ orderStatus: "processing", rev: "0" }, /^rev: /],
  [{ orderStatus: "processing", reason: "x".repeat(301) }, "reason: must be at most 300 characters"],
  [{ orderStatus: "processing", creditedAt: null }, "Unknown field: creditedAt"],
])("%j is refused, naming the field", async (body, expected) => {
  const order = await plant();

  const refusal = await move(operator, order, body);

  expect(refusal.status).toBe(400);
  expect(refusal.body.error).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
  expect(await gateway.stores.orders.findOne({ _id: order._id })).toMatchObject({ status: "processing", rev: 0 });
});

test("an order that there is not is missing", async () => {
  const _id = new ObjectId();
  const { status, body } = await move(operator, { _id }, { orderStatus: "processing" });

  expect([status, body.error]).toEqual([404, `There is no order ${_id}`]);
});
