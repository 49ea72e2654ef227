import { beforeAll, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { settlePayment } from "#shared/payments/payment.api.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, queued, reaches } from "./on-screen.ts";

const hour = 3_600_000;
const app = setUpConsole({ machines: 0 });
const metro = aMachine({ name: "Metro North", vendingMachineId: "MTR-1" });
const anu = aUser({ name: "Anu Thomas", role: "customer", phone: "7110000001" });
beforeAll(async () => {
  await app.mongo.collections.machines.insertOne(metro);
  await app.mongo.collections.users.insertOne(anu);
});

const plant = async (options: Partial<OrderDocument> = {}): Promise<OrderDocument> => {
  const order = anOrder(anu, metro, options);
  await app.mongo.collections.orders.insertOne(order);
  return order;
};

test("what waits for a person is listed with its reason, and leaves the list when it was looked after", async () => {
  await plant({ orderId: "OD-S1", time: new Date(Date.now() - 26 * hour) });
  const flagged = await plant({ orderId: "OD-F1", status: "payment successful", flags: ["paid twice"] });
  const nobodys = { providerOrderId: null, status: "captured", amount: 9_440, currency: "INR" };
  const heard = { ...nobodys, firstAt: new Date(), lastAt: new Date() };
  await app.mongo.collections.unknownPayments.insertOne({ _id: "pay_Nobodys", ...heard });
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/Orders");
  await page.getByRole("link", { name: "Payments To Check" }).click();
  await reaches(visit, "/payment-review");
  const work = page.getByRole("region", { name: "Case" });
  await work.getByText("The customer paid it twice").waitFor();
  await queued(visit, "OD-S1").click();
  await work.getByRole("button", { name: "Verify Payment" }).waitFor();
  await queued(visit, "pay_Nobodys").getByText("₹94.40").waitFor();
  await page.getByRole("link", { name: "All 3" }).waitFor();
  await page.locator(".live-live").waitFor();

  await plant({ orderId: "OD-F2", flags: ["other amount"] });
  await queued(visit, "OD-F2").waitFor();
  await app.mongo.collections.unknownPayments.insertOne({ _id: "pay_Later", ...heard });
  await queued(visit, "pay_Later").waitFor();
  await page.getByRole("link", { name: "Flagged orders 2" }).click();
  await queued(visit, "OD-S1").waitFor({ state: "detached" });

  await queued(visit, "OD-F1").click();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await work.getByRole("link", { name: "OD-F1" }).click();
  await reaches(visit, `/orders/${flagged._id}`);
  await page.getByText("Refund the second payment at the provider.").waitFor();
  await page.getByLabel("What was done").fill("given back today");
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByText("given back today").waitFor();
  await page.getByLabel("Check this order").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Payments To Check" }).click();
  await queued(visit, "OD-F2").waitFor();
  await queued(visit, "OD-F1").waitFor({ state: "detached" });
});

test("a payment of no order is settled by one operator; a later one sees who did it and how", async () => {
  const heard = { providerOrderId: null, status: "captured", currency: "INR", firstAt: new Date(), lastAt: new Date() };
  await app.mongo.collections.unknownPayments.insertMany([
    { _id: "pay_Mine", amount: 12_000, ...heard },
    { _id: "pay_Theirs", amount: 13_000, ...heard },
  ]);
  const visit = await app.visit();
  visit.expectStatus(409);
  const { page } = visit;
  await visit.goTo("/payment-review");
  const lookAfter = async (payment: string, what: string) => {
    await queued(visit, payment).click();
    await page.getByRole("region", { name: "Case" }).getByText(payment).first().waitFor();
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Resolved" });
    await dialog.getByText(payment).waitFor();
    await dialog.getByLabel("What was done").fill(what);
    await dialog.getByRole("button", { name: "Mark as resolved" }).click();
    await dialog.waitFor({ state: "detached" });
    await queued(visit, payment).waitFor({ state: "detached" });
  };

  await queued(visit, "pay_Theirs").waitFor();
  await lookAfter("pay_Mine", "given back at the provider");
  await alert(visit, "Payment Updated");
  await page.route("**/payment/unknown/pay_Theirs", async (route) => {
    await app.colleague.call(settlePayment, {
      params: { paymentId: "pay_Theirs" },
      body: { status: "captured", reason: "of our other shop" },
    });
    await route.continue();
  });
  await lookAfter("pay_Theirs", "given back as well");
  await alert(visit, "has resolved this payment already: of our other shop");
  const kept = await app.mongo.collections.unknownPayments.find({ "settled.at": { $ne: null } }).toArray();
  expect(kept.map(({ _id, settled }) => [_id, settled?.reason]).sort()).toEqual([
    ["pay_Mine", "given back at the provider"],
    ["pay_Theirs", "of our other shop"],
  ]);
});
