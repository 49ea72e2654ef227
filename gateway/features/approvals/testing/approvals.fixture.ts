import { afterEach, beforeEach } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../../testing/network.ts";
import { type SignedInOperator, setUpOperator } from "../../../testing/operator.ts";
import { addPerson } from "../../../testing/people.ts";

/** Two of the staff and an admin, and a network in which some changes need a second person. */
export const setUpApprovals = () => {
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
  const call = (by: SignedInOperator, kind: string, record: unknown, change: object) =>
    by.post("/approvals", { kind, record: `${record}`, change, reason: "they asked for it" });
  const anOpenOrder = async (options: Partial<OrderDocument> = {}) => {
    const order = anOrder(await customer(), machine, options);
    await gateway.stores.orders.insertOne(order);
    return order;
  };
  return { gateway, staff, other, admin, customer, cans, call, anOpenOrder };
};
