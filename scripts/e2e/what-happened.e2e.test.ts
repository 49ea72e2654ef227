import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { forgetPresence } from "#shared/runtime/testing/redis-of-tests.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { reaches } from "./on-screen.ts";

const minute = 60_000;
const app = setUpConsole({ machines: 2 });
const anu = aUser({ name: "Anu Thomas", role: "customer", phone: "7110000001" });
const agoMs = (ms: number) => new Date(Date.now() - ms);
const machineAt = (at: number) => {
  const unit = app.planted[at];
  if (!unit) throw new Error(`machine ${at} was planted`);
  const { machineId, plan } = unit;
  return { _id: new ObjectId(machineId), ...plan };
};
const canAt = (at: number, options: Parameters<typeof aTransaction>[2]) =>
  app.mongo.collections.canTransactions.insertOne(
    aTransaction(anu, machineAt(at), { brand: "Kochi Cola", ...options }),
  );
const bell = ({ page }: Visit) => page.getByRole("button", { name: /^Alerts/ });
/** At the latest the feed is read anew after a minute. */
const saysNew = (visit: Visit, words: string) =>
  eventually(async () => expect(await bell(visit).getAttribute("aria-label")).toBe(words), { timeout: 80_000 });

/** The first machine has been out and is back, the second is out since 20 minutes. */
beforeAll(async () => {
  const { collections } = app.mongo;
  await collections.users.insertOne(anu);
  const [back, out] = [machineAt(0), machineAt(1)];
  const row = (event: "connected" | "disconnected", age: number, connection: string) => ({
    receivedAt: agoMs(age * minute),
    meta: { unit: back.serialNumber, machine: back._id.toHexString() },
    event,
    why: null,
    connection,
    gateway: "g",
  });
  await collections.connectionHistory.insertMany([
    row("connected", 300, "a"),
    row("disconnected", 140, "a"),
    row("connected", 45, "b"),
  ]);
  await collections.lastSeen.insertOne({
    _id: out.serialNumber,
    lastSeen: agoMs(20 * minute),
    strength: -60,
    clockOffsetSeconds: 0,
  });
  // As after a restart: presence is put back from what is stored.
  await forgetPresence(app.parts);
  await canAt(0, { transactionId: "CT-WAITS", time: agoMs(10 * minute) });
  const machine = await collections.machines.findOne({ _id: back._id });
  if (!machine) throw new Error("it was planted");
  const flagged = { orderId: "OD-F1", flags: ["paid twice" as const], time: agoMs(8 * minute) };
  await collections.orders.insertOne(anOrder(anu, machine, flagged));
});

test("the bell lists what happened, the newest first, counts what is new, and leads to what can be done", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/products");
  await saysNew(visit, "Alerts, 4 new");
  await bell(visit).click();
  const feed = page.getByRole("list", { name: "What happened" });
  await feed.getByText("OD-F1: paid twice").waitFor();
  await eventually(async () => {
    const texts = await feed.getByRole("listitem").allTextContents();
    expect(texts.map((text) => text.replace(/New.*/, ""))).toEqual([
      "Order OD-F1: paid twice",
      `Kochi Cola did not come out at ${machineAt(0).name}`,
      `${machineAt(1).name} is offline`,
      `${machineAt(0).name} is back`,
    ]);
  });
  await feed.getByText("was offline for 1 h 35 min").waitFor();
  await feed.getByText(/ \d\d min so far$/).waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await saysNew(visit, "Alerts");
  await page.getByRole("button", { name: "Your alerts" }).click();
  await page.getByText("You have had no alerts in this visit.").waitFor();
  await page.keyboard.press("Escape");

  // It is read in this browser, and something new is counted without a reload.
  await page.reload();
  await page.locator(".live-live").waitFor();
  await canAt(0, { transactionId: "CT-NEW", time: agoMs(3 * minute) });
  await saysNew(visit, "Alerts, 1 new");
  await bell(visit).click();
  const failed = feed.getByRole("listitem").filter({ hasText: "CT-NEW" });
  await failed.getByText("New", { exact: true }).waitFor();
  await failed.getByRole("link", { name: "Open case" }).click();
  await reaches(visit, "/Transactions");
  await page.getByRole("region", { name: "Case" }).getByRole("heading", { name: "CT-NEW" }).waitFor();
});

test("on a phone the feed fits the screen", async () => {
  const visit = await app.visit({ width: 390 });
  const { page } = visit;
  await visit.goTo("/products");
  await bell(visit).click();
  await page.getByRole("list", { name: "What happened" }).getByText("OD-F1: paid twice").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await eventually(async () => {
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  });
});
