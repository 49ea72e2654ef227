import { join } from "node:path";
import { expect, test } from "vitest";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { addKey, openShop } from "../../../gateway/features/intake/testing/shop.ts";
import { takeIds } from "../../../gateway/features/transactions/take-id.ts";
import { startTakeFixture } from "../../../gateway/features/transactions/testing/take.fixture.ts";
import { setUpGateway } from "../../../gateway/testing/gateway-under-test.ts";
import { signedInAt } from "../../../gateway/testing/operator.ts";
import { startTrialBank } from "../../payment-provider/testing/trial-bank.ts";
import { openingDoors } from "../../testing/opening-doors.ts";
import { temporaryFolder } from "../../testing/temporary.ts";
import { createCheckout } from "./checkout.ts";
import { type Customers, createCustomers } from "./customers.ts";
import { openKeptVisits } from "./kept-visits.ts";

interface Options {
  kept?: string | null;
  cans?: number;
  pace?: number;
  orderEveryMs?: number;
  onLocked?: (why: string) => void;
}

const provider = setUp(
  () => startTrialBank(() => gateway.url),
  ({ close }) => close(),
);
const gateway = setUpGateway(() => ({ env: { ...trialPayments, PAYMENT_BASE_URL: provider.url } }));

const comingBy = async (
  key: string,
  { kept = null, cans = 8, pace = 0.005, orderEveryMs = 1_000, onLocked }: Options = {},
): Promise<Customers> => {
  const { machine, cola } = await openShop(gateway.parts, { cans });
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
    kept: await openKeptVisits(kept),
    orderEveryMs,
    pace,
    onLocked,
  });
};

test("simulated customers do as real ones: most orders are credited, some fail, cans are taken and brought back", async () => {
  const { orders, users, canTransactions } = gateway.parts.mongo.collections;
  const doors = openingDoors(await startTakeFixture(gateway));
  const customers = await comingBy((await addKey(gateway.parts, "simulated")).key, {
    cans: 30,
    pace: 0.02,
    orderEveryMs: 500,
  });
  customers.start();

  await eventually(
    async () => {
      expect(await orders.countDocuments({ status: "payment successful" })).toBeGreaterThan(3);
      expect(await orders.countDocuments({ status: "payment failed" })).toBeGreaterThan(0);
      expect(await canTransactions.countDocuments({ status: "opened" })).toBeGreaterThan(0);
      expect(await canTransactions.countDocuments({ returnedAt: { $ne: null } })).toBeGreaterThan(0);
    },
    { timeout: 100_000 },
  );
  await customers.stop();
  await doors();

  // A customer who still waited at the end got no answer about their order.
  const { ordered, payments, taken, contradicted } = customers.summary();
  expect(await orders.countDocuments()).toBeGreaterThanOrEqual(ordered);
  expect(payments).toBeGreaterThan(3);
  expect(await canTransactions.countDocuments()).toBeGreaterThanOrEqual(taken);
  expect(contradicted).toBe(0);
  expect(await users.countDocuments({ role: "customer" })).toBeLessThanOrEqual(5);
}, 120_000);

test("a start goes on with what customers had begun, under the earlier keys", async () => {
  const { canTransactions } = gateway.parts.mongo.collections;
  const folder = await temporaryFolder("visits");
  const kept = join(folder.path, "visits.json");
  const { key, id } = await addKey(gateway.parts, "goes on");
  const first = await comingBy(key, { kept, cans: 60, pace: 0.02 });
  first.start();
  await eventually(() => expect(first.summary().payments).toBeGreaterThan(0), { timeout: 60_000 });
  await first.stop();
  const left = await openKeptVisits(kept);
  const goneBefore = left.nextNumber();

  const second = await comingBy(key, { kept, cans: 60, orderEveryMs: 10_000 });
  second.start();

  await eventually(
    async () => {
      const { begun } = await openKeptVisits(kept);
      // They have gone by now, and others have come.
      const numbers = left.begun.map(({ number }) => number);
      expect(begun.filter(({ number }) => numbers.includes(number))).toEqual([]);
      expect((await openKeptVisits(kept)).nextNumber()).toBeGreaterThan(goneBefore);
    },
    { timeout: 60_000 },
  );
  await second.stop();
  await folder.remove();
  expect(left.begun.length).toBeGreaterThan(0);
  // Each of their cans is one transaction at most, and the one that its key names.
  const keys = left.begun.flatMap(({ cans }) => cans.map((can) => takeIds({ id }, can.key)._id));
  const known = left.begun.flatMap(({ cans }) => cans.flatMap(({ transactionId }) => transactionId ?? []));
  const stored = await canTransactions.find({ _id: { $in: keys } }).toArray();
  expect(stored.map(({ transactionId }) => transactionId)).toEqual(expect.arrayContaining(known));
  expect(stored.length).toBeLessThanOrEqual(keys.length);
}, 150_000);

test("when their key is ended they order nothing more, and say why", async () => {
  const admin = await signedInAt(gateway, "admin");
  const { key, apiKey } = (await admin.post("/api-keys", { name: "ended" })).body;
  const said: string[] = [];
  const customers = await comingBy(key, { onLocked: (why) => said.push(why) });
  customers.start();
  await eventually(() => expect(customers.summary().ordered).toBeGreaterThan(0));

  await admin.delete(`/api-keys/${apiKey._id}`);

  await eventually(() => expect(said).toEqual(["X-Api-Key: this key has ended"]));
  await customers.stop();
});
