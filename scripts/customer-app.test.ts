import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCustomerApp, firstOffer, type Order, Refused } from "../docs/examples/customer-app/customer-app.ts";
import { addKey, aPhone, openShop } from "../gateway/features/intake/testing/shop.ts";
import { signedInAt } from "../gateway/testing/operator.ts";
import { setUpPaymentsFixture } from "../gateway/testing/payments.fixture.ts";

const fixture = setUpPaymentsFixture();

/** The same document whatever order its calls were bound in. */
const sorted = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(sorted);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inside]) => [name, sorted(inside)]));
};

const openApp = async () => {
  const shop = await openShop(fixture.gateway.parts);
  const { key } = await addKey(fixture.gateway.parts, `customers' app ${shop.machine._id}`);
  return { shop, app: createCustomerApp(fixture.gateway.url, key, 1) };
};

test("the example finds a can, prices it, sells it once and follows its order until it is paid", async () => {
  const { app } = await openApp();
  const operator = await signedInAt(fixture.gateway, "admin");
  const offer = await firstOffer(app);
  if (!offer) throw new Error("nothing is for sale");
  const quote = await app.quote({ vendingMachine: offer.vendingMachine, lines: offer.lines });
  const input = { ...offer, phone: aPhone() };

  const { order, payment } = await app.place("cart-1", input);
  const repeated = await app.place("cart-1", input);

  expect([order.netAmount, payment?.amount, repeated.order._id]).toEqual([quote.netAmount, quote.netAmount, order._id]);
  const states: string[] = [];
  const paying: Promise<unknown>[] = [];
  const onChange = ({ orderStatus, providerOrderId }: Order) => {
    states.push(orderStatus);
    if (orderStatus !== "processing") return;
    const verify = () => operator.put("/payment/verify-payment", { _id: order._id });
    paying.push(fixture.pay({ providerOrderId }, "succeed").then(verify));
  };
  const paid = await app.follow(order, onChange, 20);
  await Promise.all(paying);
  expect([paid.orderStatus, states]).toEqual(["payment successful", ["processing", "payment successful"]]);
});

test("the example reads every page of machines, once each", async () => {
  const { app, shop } = await openApp();
  const found: string[] = [];
  for await (const { vendingMachineId } of app.machines()) found.push(vendingMachineId);

  expect(found).toContain(shop.machine.vendingMachineId);
  expect(new Set(found).size).toBe(await fixture.gateway.stores.machines.countDocuments());
});

test("a refusal is told by its code", async () => {
  const { app, shop } = await openApp();
  const lines = [{ product: `${shop.cola._id}`, type: "unit" as const, quantity: 1 }];
  const refused = await app.quote({ vendingMachine: "VM-nowhere", lines }).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 404, code: "machine-unknown" });
});

test("its types were generated from the document as it is: else run its script `types` and note the new hash", async () => {
  const { body } = await fixture.gateway.request.get("/intake/openapi.json");
  const hash = createHash("sha256")
    .update(JSON.stringify(sorted(body)))
    .digest("hex");
  const noted = JSON.parse(
    readFileSync(new URL("../docs/examples/customer-app/package.json", import.meta.url), "utf8"),
  ).typesOf;

  expect(noted).toBe(hash);
});
