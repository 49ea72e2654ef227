import { afterAll, beforeAll, expect, test } from "vitest";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { addKey, openShop } from "../../../gateway/features/intake/testing/shop.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../../gateway/testing/gateway-under-test.ts";
import { signedInAt } from "../../../gateway/testing/operator.ts";
import { type PlayedProvider, startPaymentProvider } from "../../payment-provider/server.ts";
import { createCheckout } from "./checkout.ts";
import { createCustomers } from "./customers.ts";

let provider: PlayedProvider;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  provider = await startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () => ({
      url: `${gateway.url}/api/v1.2/intake/payments/webhook`,
      secret: trialPayments.PAYMENT_WEBHOOK_SECRET,
      formerSecret: "",
    }),
    paceMs: 10,
  });
  gateway = await startGatewayUnderTest({ env: { ...trialPayments, PAYMENT_BASE_URL: provider.url } });
});
afterAll(async () => {
  await gateway?.stop();
  await provider?.close();
});

const comingBy = async (key: string, onLocked?: (why: string) => void) => {
  const { machine, cola } = await openShop(gateway.parts, { cans: 8 });
  const block = { active: true, discountPrice: 30, minPurchase: 1, maxPurchase: 3, incrementBy: 1, priority: 1 };
  return createCustomers({
    count: 5,
    // The second of them fails to pay.
    seed: 11,
    shelves: [
      {
        vendingMachine: machine.vendingMachineId,
        offers: [{ product: `${cola._id}`, productType: "product", bundle: { ...block, active: false }, unit: block }],
      },
    ],
    checkout: createCheckout(gateway.url, key, provider.url),
    orderEveryMs: 300,
    payAfterMs: [0, 5],
    onLocked,
  });
};

test("simulated customers order and pay as real ones do: most orders are credited, some fail", async () => {
  const { orders, users, cans } = gateway.parts.mongo.collections;
  const customers = await comingBy((await addKey(gateway.parts, "simulated")).key);
  customers.start();

  await eventually(
    async () => {
      expect(await orders.countDocuments({ status: "payment successful" })).toBeGreaterThan(3);
      expect(await orders.countDocuments({ status: "payment failed" })).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  await customers.stop();

  // Whoever was kept waiting when it ended has not heard of his order.
  const { ordered, payments } = customers.summary();
  expect(await orders.countDocuments()).toBeGreaterThanOrEqual(ordered);
  expect(payments).toBeGreaterThan(3);
  expect(await users.countDocuments({ role: "customer" })).toBeLessThanOrEqual(5);
  const owed = await cans.find({ totalCans: { $gt: 0 } }).toArray();
  expect(owed.length).toBeGreaterThan(0);
});

test("when their key is ended they order nothing more, and say why", async () => {
  const admin = await signedInAt(gateway, "admin");
  const { key, apiKey } = (await admin.post("/api-keys", { name: "ended" })).body;
  const said: string[] = [];
  const customers = await comingBy(key, (why) => said.push(why));
  customers.start();
  await eventually(() => expect(customers.summary().ordered).toBeGreaterThan(0));

  await admin.delete(`/api-keys/${apiKey._id}`);

  await eventually(() => expect(said).toEqual(["X-Api-Key: this key has ended"]));
  await customers.stop();
});
