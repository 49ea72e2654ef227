import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../testing/network.ts";
import { type SignedInOperator, setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway);
const other = setUpOperator(gateway);
const admin = setUpOperator(gateway, "admin");
const machine = setUp(() => addMachine(gateway.parts));
setUp(() => addProduct(gateway.parts, { brand: "Cola" }));

const limits = { cansAlone: 5, depositAlone: 500, slotsAlone: 2 };
beforeEach(() => admin.put("/settings", limits));
afterEach(async () => {
  await gateway.stores.settings.deleteMany({});
  await gateway.stores.users.updateMany({ role: { $ne: "customer" } }, { $set: { suspend: false } });
});

const customer = () => addPerson(gateway.parts, { role: "customer" });
const cans = (count: number, rev?: number) => ({
  vendingMachine: machine.vendingMachineId,
  brand: "Cola",
  cans: count,
  totalCans: count,
  reason: "a gift",
  ...(rev === undefined ? {} : { rev }),
});
const request = (by: SignedInOperator, kind: string, record: unknown, change: object) =>
  by.post("/approvals", { kind, record: `${record}`, change, reason: "they asked for it" });
const anOpenOrder = async (options: Partial<OrderDocument> = {}) => {
  const order = anOrder(await customer(), machine, options);
  await gateway.stores.orders.insertOne(order);
  return order;
};

const user = async () => (await customer())._id;

describe("one person suffices", () => {
  test("for an admin where the rule is for staff, and below the numbers for everybody", async () => {
    const [id, order] = [await user(), await anOpenOrder()];

    const answers = [
      await admin.put(`/users/${id}`, { phone: "8333333333" }),
      await staff.put(`/users/${id}`, { name: "Renamed", phone: "8333333333" }),
      await admin.put(`/orders/${order._id}`, { orderStatus: "payment successful" }),
      await staff.put(`/orders/${(await anOpenOrder())._id}`, { orderStatus: "payment canceled" }),
      await staff.put(`/cans/${id}`, cans(5)),
      await staff.put(`/deposit/${id}`, { deposit: 500, freeDeposit: 2 }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [200, undefined]));
  });

  test("while no number is set, and nothing is requested then", async () => {
    await gateway.stores.settings.deleteMany({});
    const id = await user();

    const requested = await request(staff, "cans", id, cans(9_000, 0));

    expect([requested.status, requested.body.error]).toEqual([409, "This needs no second person: do it yourself"]);
    expect(await gateway.stores.cans.countDocuments({ _id: id, totalCans: { $gt: 0 } })).toBe(0);
    expect((await staff.put(`/cans/${id}`, cans(9_000))).status).toBe(200);
  });

  test("no longer, in many small steps on one day", async () => {
    const id = await user();
    expect((await staff.put(`/cans/${id}`, cans(3))).status).toBe(200);
    expect((await other.put(`/cans/${id}`, cans(1))).status).toBe(200);

    const third = await staff.put(`/cans/${id}`, cans(2));

    expect([third.status, third.body.error]).toEqual([
      409,
      "One person may change 5 cans of a customer a day by hand: this makes 6 cans today",
    ]);
  });

  test("for one of two who change the same account at once", async () => {
    const id = await user();
    const answers = await Promise.all([
      staff.put(`/deposit/${id}`, { deposit: 300 }),
      other.put(`/deposit/${id}`, { securityDeposit: 300 }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
