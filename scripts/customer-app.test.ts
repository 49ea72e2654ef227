import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createCustomerApp, firstOffer, type Order, Refused } from "../docs/examples/customer-app/customer-app.ts";
import { addKey, aPhone, openShop } from "../gateway/features/intake/testing/shop.ts";
import { signedInAt } from "../gateway/testing/operator.ts";
import { setUpPaymentsFixture } from "../gateway/testing/payments.fixture.ts";
import { openFarEnd } from "./testing/far-end.ts";
import { pythonPackages } from "./testing/python-packages.ts";
import { temporaryFolder } from "./testing/temporary.ts";

const pythonClient = join(import.meta.dirname, "testing/python-client");
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

test("a client that openapi-python-client generates from the document buys a can", async ({ skip }) => {
  const packages = await pythonPackages("python-client", join(pythonClient, "requirements.txt"));
  if (!packages) skip("there is no Python with pip, or no package registry");
  const { shop } = await openApp();
  const { key } = await addKey(fixture.gateway.parts, `Python app ${shop.machine._id}`);
  const folder = await temporaryFolder("python-client");
  onTestFinished(folder.remove);
  const client = join(folder.path, "client");
  const description = join(folder.path, "openapi.json");
  await writeFile(description, (await fixture.gateway.request.get("/intake/openapi.json")).text);
  const env = {
    ...process.env,
    PYTHONPATH: `${packages}:${client}`,
    CANSOLE: fixture.gateway.url,
    KEY: key,
    ORDER: JSON.stringify(shop.input()),
  };
  const python = async (...args: string[]) => (await promisify(execFile)("python3", args, { env })).stdout;
  const to = ["--meta", "none", "--path", description, "--output-path", join(client, "cansole_intake_client")];
  await python("-m", "openapi_python_client", "generate", ...to);
  const program = join(pythonClient, "purchase.py");
  const bought = JSON.parse(await python(program));

  const { machine } = shop;
  expect(bought).toMatchObject({
    machines: expect.arrayContaining([machine.vendingMachineId]),
    refused: "machine-unknown",
  });
  expect([bought.toPay, bought.orders[1]]).toEqual([bought.quoted, bought.orders[0]]);
  expect(await python(program, bought.orderId)).toBe("processing\n");
  await fixture.pay({ providerOrderId: bought.providerOrderId }, "succeed");
  const operator = await signedInAt(fixture.gateway, "admin");
  await operator.put("/payment/verify-payment", { _id: bought.orders[0] });
  expect(await python(program, bought.orderId)).toBe("payment successful\n");
}, 300_000);

test("a refusal is told by its code", async () => {
  const { app, shop } = await openApp();
  const lines = [{ product: `${shop.cola._id}`, type: "unit" as const, quantity: 1 }];
  const refused = await app.quote({ vendingMachine: "VM-nowhere", lines }).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 404, code: "machine-unknown" });
});

test("the example repeats a call that came too often once it may, and no sooner", async () => {
  const called: number[] = [];
  const busy = await openFarEnd((_came, reply) => {
    called.push(performance.now());
    if (called.length > 1) return reply.end(JSON.stringify({ success: true, quote: { netAmount: 1 } }));
    reply.writeHead(429, { "retry-after": "1" });
    return reply.end(JSON.stringify({ success: false, code: "too-many", error: "Too many calls" }));
  });
  onTestFinished(busy.stop);

  const app = createCustomerApp(busy.url, "a key", 1);
  const quote = await app.quote({ vendingMachine: "VM-1007", lines: [] });

  const [first = 0, second = 0] = called;
  expect([quote.netAmount, called.length]).toEqual([1, 2]);
  expect(second - first).toBeGreaterThan(990);
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
