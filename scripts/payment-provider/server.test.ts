import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { type ProviderOptions, startPaymentProvider } from "./server.ts";

const keys = { keyId: "rzp_test", keySecret: "secret" };
const started: { close: () => Promise<void> }[] = [];
const start = async (options: Partial<ProviderOptions> = {}) => {
  const played = await startPaymentProvider({ ...keys, notices: () => null, paceMs: 3_600_000, ...options });
  started.push(played);
  return { played, client: createRazorpay({ baseUrl: played.url, ...keys }) };
};
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

test("serves the five calls that Cansole makes, to clients with the key", async () => {
  const { played, client } = await start();

  const order = await client.createOrder({ receipt: "ORD-1", paise: 9_378 });
  await played.pay(order.id, "fail");
  const held = await played.pay(order.id, "never captured");
  const captured = await client.capture(held?.id ?? "", 9_378);

  expect(order).toMatchObject({ amount: 9_378, currency: "INR", receipt: "ORD-1" });
  expect((await client.ofOrder(order.id)).map(({ status }) => status)).toEqual(["failed", "captured"]);
  expect(await client.payment(captured.id)).toEqual(captured);
  expect(played.books.orders.get(order.id)?.status).toBe("paid");
  await expect(client.capture(captured.id, 9_378)).rejects.toMatchObject({ kind: "refused" });
  await expect(client.payment("pay_unknown")).rejects.toMatchObject({ kind: "missing" });
  await expect(client.createOrder({ receipt: "ORD-2", paise: 1 })).rejects.toMatchObject({ kind: "refused" });
  const stranger = createRazorpay({ baseUrl: played.url, keyId: "rzp_test", keySecret: "guess" });
  await expect(stranger.ofOrder(order.id)).rejects.toMatchObject({ kind: "credentials" });
});

test.each([
  [false, 2],
  [true, 1],
])("an order whose answer was lost is requested again; receipts are unique: %s", async (uniqueReceipts, made) => {
  const { played, client } = await start({ uniqueReceipts });
  const lost = await client.createOrder({ receipt: "ORD-1", paise: 9_378 });

  const again = await client.createOrder({ receipt: "ORD-1", paise: 9_378 });

  expect(again).toMatchObject({ amount: 9_378, receipt: "ORD-1" });
  expect(played.books.orders.size).toBe(made);
  expect(again.id === lost.id).toBe(uniqueReceipts);
});

test("an order that the provider refuses for another reason is refused in its words", async () => {
  const { client } = await start({ uniqueReceipts: true });
  await expect(client.createOrder({ receipt: "ORD-1", paise: 1 })).rejects.toMatchObject({
    kind: "refused",
    message: "The amount is not valid",
  });
});

test("is played from its page, which another site cannot do", async () => {
  const { played, client } = await start();
  const { id } = await client.createOrder({ receipt: "ORD-1", paise: 9_378 });
  const post = (body: unknown, type = "application/json") =>
    fetch(`${played.url}/play/orders/${id}/pay`, {
      method: "POST",
      headers: { "content-type": type },
      body: JSON.stringify(body),
    });

  expect((await post({ how: "succeed" }, "text/plain")).status).toBe(415);
  expect((await post({ how: "magic" })).status).toBe(400);
  expect(await (await post({ how: "succeed" })).json()).toMatchObject({ status: "captured" });
  const page = await fetch(played.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Payments of this trial")]);
  const { orders, payments } = await (await fetch(`${played.url}/play/state`)).json();
  expect([orders[0].status, payments[0].status]).toEqual(["paid", "captured"]);
});

test("remembers what was paid over a restart", async () => {
  const folder = await temporaryFolder("payments");
  const keptIn = join(folder.path, "payments.json");
  const first = await start({ keptIn });
  const { id } = await first.client.createOrder({ receipt: "ORD-1", paise: 9_378 });
  await first.played.pay(id, "succeed");
  await first.played.close();

  started.length = 0;
  const second = await start({ keptIn });
  expect((await second.client.ofOrder(id)).map(({ status }) => status)).toEqual(["captured"]);
  await second.played.close();
  started.length = 0;
  await folder.remove();
});
