import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import type { GatewayUnderTest } from "./gateway-under-test.ts";

/** More orders than a connection or a response takes in while nobody reads: 12,000, of one customer and machine. */
export const addManyOrders = async ({ stores }: Pick<GatewayUnderTest, "stores">): Promise<void> => {
  const [user, machine] = [aUser({ role: "customer" }), aMachine()];
  const time = new Date("2026-11-20T12:00:00Z");
  for (let at = 0; at < 12_000; at += 2_000)
    await stores.orders.insertMany(Array.from({ length: 2_000 }, () => anOrder(user, machine, { time })));
};
