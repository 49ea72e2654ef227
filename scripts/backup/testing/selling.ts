import { randomBytes } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { addKey, openShop } from "../../../gateway/features/intake/testing/shop.ts";
import { startTakeFixture } from "../../../gateway/features/transactions/testing/take.fixture.ts";
import type { GatewayUnderTest } from "../../../gateway/testing/gateway-under-test.ts";
import { createCheckout } from "../../simulator/customers/checkout.ts";
import { createCustomers } from "../../simulator/customers/customers.ts";
import { openKeptVisits } from "../../simulator/customers/kept-visits.ts";
import { openingDoors } from "../../testing/opening-doors.ts";

export const paid = (gateway: GatewayUnderTest) =>
  gateway.stores.orders.countDocuments({ status: "payment successful" });

/** Customers who order, pay, and take cans out of doors that open, until it is stopped. */
export const sell = async (gateway: GatewayUnderTest, provider: string) => {
  const { machine, cola } = await openShop(gateway.parts, { cans: 120 });
  const { key } = await addKey(gateway.parts, `selling ${randomBytes(4).toString("hex")}`);
  const block = { active: true, discountPrice: 30, minPurchase: 1, maxPurchase: 3, incrementBy: 1, priority: 1 };
  const offer = { product: `${cola._id}`, productType: "product" as const, bundle: { ...block, active: false } };
  const customers = createCustomers({
    count: 5,
    seed: 11,
    shelves: [{ vendingMachine: machine.vendingMachineId, offers: [{ ...offer, unit: block }] }],
    checkout: createCheckout(gateway.url, key, provider),
    kept: await openKeptVisits(null),
    orderEveryMs: 1_000,
    pace: 0.005,
  });
  const stopOpening = openingDoors(await startTakeFixture(gateway));
  customers.start();
  const stop = async (): Promise<void> => {
    await customers.stop();
    await stopOpening();
  };
  // A test that fails meanwhile leaves nobody behind who would go on in the next one.
  onTestFinished(stop);
  return {
    until: (orders: number) =>
      eventually(
        async () => {
          expect(await paid(gateway)).toBeGreaterThanOrEqual(orders);
          expect(await gateway.stores.canTransactions.countDocuments({ status: "opened" })).toBeGreaterThan(0);
        },
        { timeout: 120_000 },
      ),
    stop,
  };
};
