import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { aContainer, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { plantOperator } from "../integration/planted.ts";
import { healthy } from "../simulator/faults.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { alert, button, choose, openFilters, reaches, row } from "./on-screen.ts";

let fleet: Fleet;
let key: string;
let anu: UserDocument;
let product: ObjectId;
const stores = () => app.mongo.collections;

const app = setUpConsole({ machines: 2, withWorkers: true });
/** Two machines; a door of the second one is jammed, the one with its oldest can. */
beforeAll(async () => {
  const [well, jammed] = app.planted;
  if (!well || !jammed) throw new Error("two machines were planted");
  product = new ObjectId((await plantProduct(app, "Kochi Cola"))._id);
  anu = aUser({ role: "customer", name: "Anu Thomas", phone: "9811112222" });
  await stores().users.insertOne(anu);
  for (const { machineId } of app.planted) {
    const machine = { _id: new ObjectId(machineId) };
    const cans = [1, 2, 3].map((channel) =>
      aContainer(machine, channel, { product, isEmpty: false, stockedOn: new Date(Date.UTC(2026, 0, channel)) }),
    );
    await stores().containers.insertMany(cans);
    await app.mongo.inTransaction((dbSession) =>
      postCans(app.mongo, dbSession, {
        user: anu._id,
        machine: machine._id,
        product,
        brand: "Kochi Cola",
        credit: 3,
        debit: 0,
        ref: { kind: "system", id: null },
        message: "planted",
        now: new Date(),
      }),
    );
  }
  const made = newApiKey({ name: "journey" }, { kind: "system", id: null }, Date.now());
  key = made.key;
  await stores().apiKeys.insertOne(made.record);
  const { mqttUrl, provisioningKey } = app;
  const broken = { ...jammed, plan: { ...jammed.plan, faults: { ...healthy, jammedChannels: [1] } } };
  fleet = createFleet({ units: [well, broken], mqttUrl, provisioningKey, pace: 0.1 });
  await fleet.start();
  const { redis, keys } = app.parts;
  for (const { plan } of app.planted)
    await eventually(async () => expect(await redis.exists(keys.link(plan.serialNumber))).toBe(1));
});
afterAll(() => fleet.stop());

/** The customer presses the button in their app; returns the transaction's id. */
const take = async (at: number): Promise<{ _id: string; transactionId: string }> => {
  const reply = await fetch(`${app.url}/api/v1.2/intake/transactions`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": randomUUID() },
    body: JSON.stringify({
      phone: anu.phone,
      vendingMachine: app.planted[at]?.plan.vendingMachineId,
      product: product.toHexString(),
    }),
  });
  const { transaction, error } = await reply.json();
  if (!reply.ok) throw new Error(error);
  return transaction;
};
const containerAt = (at: number, channel: number) =>
  stores().containers.findOne({ machine: new ObjectId(app.planted[at]?.machineId), channel });

test("a customer's can comes out while an operator watches: the list counts it, its page follows the door", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/Transactions?phone=9811112222");
  await page.getByText("No transaction matches Phone 9811112222").waitFor();
  await openFilters(visit);
  await eventually(async () => expect(await page.getByLabel("Phone").inputValue()).toBe("9811112222"));

  const { _id, transactionId } = await take(0);
  // A visit's first page is loaded again once it is followed: then the can stands in it. Later it is announced.
  const refresh = page.getByRole("button", { name: "Refresh" });
  await eventually(async () => {
    if (await refresh.isVisible()) await refresh.click({ timeout: 1_000 });
    expect(await row(visit, transactionId).count()).toBe(1);
  });
  await row(visit, transactionId).getByRole("link", { name: transactionId }).click();
  await reaches(visit, `/transactions/${_id}`);

  const door = page.getByRole("region", { name: "Door" });
  await door.locator(".mark-known", { hasText: "Closed" }).waitFor();
  await page.locator(".chip", { hasText: "opened" }).waitFor();
  await eventually(async () => expect(await button(visit, "Open Container").count()).toBe(0));
  await eventually(async () => expect(await button(visit, "Refund Can").count()).toBe(0));
  await eventually(async () =>
    expect(await page.getByRole("switch", { name: "Container open" }).isChecked()).toBe(true),
  );
  await eventually(async () => expect(await containerAt(0, 1)).toMatchObject({ isEmpty: true, isReserved: false }));
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
});

test("a door that is jammed: opened again it is another container, and its flags need a comment", async () => {
  const visit = await app.visit();
  const { page } = visit;
  const { _id } = await take(1);
  await visit.goTo(`/transactions/${_id}`);
  await page.locator("dd", { hasText: "DOOR_JAMMED" }).waitFor();
  await page.locator(".chip", { hasText: "pending" }).waitFor();
  await eventually(async () => expect(await containerAt(1, 1)).toMatchObject({ isWorking: false, isEmpty: false }));

  await button(visit, "Open Container").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Open Container" }).click();
  await alert(visit, "Container Open Message Sent");
  await page.locator(".chip", { hasText: "opened" }).waitFor();
  await eventually(async () => expect(await containerAt(1, 2)).toMatchObject({ isEmpty: true }));

  // An operator who edits while the door moves must choose which to keep.
  await eventually(async () =>
    expect(await page.getByRole("switch", { name: "Container close" }).isChecked()).toBe(true),
  );
  await page.getByRole("switch", { name: "Return can", exact: true }).click();
  await button(visit, "Save changes").click();
  await page.locator(".field-error", { hasText: "is required" }).waitFor();
  await page.getByLabel("Comment").fill("He brought it back to the kiosk");
  await button(visit, "Save changes").click();
  await alert(visit, "Transaction Updated");
  expect(await stores().canTransactions.findOne({ _id: new ObjectId(_id) })).toMatchObject({
    returnCan: true,
    containerOpen: true,
  });
});

test("what did not come out is refunded once, and opened no more", async () => {
  const [, machine] = app.planted;
  await stores().containers.updateOne(
    { machine: new ObjectId(machine?.machineId), channel: 1 },
    { $set: { isWorking: true } },
  );
  const visit = await app.visit();
  visit.expectStatus(409);
  const { page } = visit;
  const { _id, transactionId } = await take(1);
  const before = await stores().cans.findOne({ _id: anu._id });
  await visit.goTo(`/transactions/${_id}`);
  await page.locator("dd", { hasText: "DOOR_JAMMED" }).waitFor();

  await button(visit, "Refund Can").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Refund Can" }).click();
  await alert(visit, "Can Refund Successful");

  await page.locator(".chip", { hasText: "failed" }).waitFor();
  await button(visit, "Refund Can").waitFor({ state: "detached" });
  expect((await stores().cans.findOne({ _id: anu._id }))?.totalCans).toBe((before?.totalCans ?? 0) + 1);
  await button(visit, "Open Container").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Open Container" }).click();
  await alert(visit, "Already refunded");

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit.goTo("/Transactions");
  await row(visit, transactionId).locator(".can-unopened", { hasText: "failed" }).waitFor();
  await row(visit, transactionId).getByRole("link", { name: "Anu Thomas" }).click();
  await reaches(visit, `/Users/${anu._id}`);

  // The ledger has the command that failed, and leads to all that it was about.
  await visit.goTo(`/transaction-ledger?transactionId=${transactionId}`);
  const inLedger = row(visit, transactionId);
  await inLedger.locator(".chip", { hasText: "failed" }).waitFor();
  await inLedger.getByRole("link", { name: transactionId }).click();
  await reaches(visit, `/transactions/${_id}`);
});

test("above what one person may give a refund is requested on the workbench, and a second operator approves it", async () => {
  const [, machine] = app.planted;
  await stores().containers.updateOne(
    { machine: new ObjectId(machine?.machineId), channel: 1 },
    { $set: { isWorking: true } },
  );
  const { _id, transactionId } = await take(1);
  const first = await app.visit();
  const second = await app.visit({ token: await plantOperator(app.parts) });
  const { page } = first;
  await first.goTo("/settings");
  await page.getByLabel("Refunds one person may give").fill("0");
  await button(first, "Save changes").click();
  await alert(first, "Success");

  await first.goTo("/Transactions");
  await page.getByRole("link", { name: "Needs action" }).click();
  const queued = page.getByRole("button", { name: transactionId });
  await queued.waitFor();
  await queued.click();
  await page.getByText("DOOR_JAMMED").first().waitFor();
  await page.getByText("another one needs a second person").first().waitFor();
  expect(await first.findViolationsInBothThemes()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await first.findViolationsInBothThemes()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("r");
  await choose(first, "What happened", "The door did not open");
  await page.getByRole("textbox", { name: "Reason" }).fill("They stand in front of it");
  await page.getByRole("button", { name: "Ask another operator" }).click();
  const request = page.getByRole("region", { name: "Request for a refund of this can" });
  await request.getByText("They stand in front of it").waitFor();

  await second.goTo(`/transactions/${_id}`);
  await second.page
    .getByRole("region", { name: "Request for a refund of this can" })
    .getByText("They stand in front of it")
    .waitFor();
  await button(second, "Approve").click();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await alert(second, "Success");
  await queued.waitFor({ state: "detached" });
  expect(await stores().canTransactions.findOne({ _id: new ObjectId(_id) })).toMatchObject({ status: "failed" });
});
