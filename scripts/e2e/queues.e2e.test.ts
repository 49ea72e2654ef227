import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { forgetPresence } from "#shared/runtime/testing/redis-of-tests.ts";
import { aDeletion, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, choose, queued, reaches } from "./on-screen.ts";

const minute = 60_000;
const app = setUpConsole({ machines: 3 });
const anu = aUser({ name: "Anu Thomas", role: "customer", phone: "7110000001" });
const agoMs = (ms: number) => new Date(Date.now() - ms);
const planted = (at: number) => {
  const unit = app.planted[at];
  if (!unit) throw new Error(`machine ${at} was planted`);
  return unit;
};

/** The first machine is online, the second was last heard 20 minutes ago. */
beforeAll(async () => {
  const { collections } = app.mongo;
  await collections.users.insertOne(anu);
  const [online, offline] = [planted(0), planted(1)];
  await app.beat(online.plan.serialNumber, online.secret);
  // As after a restart: presence is put back from what is stored.
  await collections.lastSeen.insertOne({
    _id: offline.plan.serialNumber,
    lastSeen: agoMs(20 * minute),
    strength: -60,
    clockOffsetSeconds: 0,
  });
  await forgetPresence(app.parts);
  const canAt = ({ machineId, plan }: typeof online, transactionId: string, age: number) =>
    aTransaction(
      anu,
      { _id: new ObjectId(machineId), vendingMachineId: plan.vendingMachineId },
      { transactionId, brand: "Kochi Cola", time: agoMs(age * minute) },
    );
  await collections.canTransactions.insertMany([
    canAt(offline, "CT-OFF-1", 10),
    canAt(online, "CT-ON-1", 15),
    canAt(offline, "CT-OFF-2", 18),
  ]);
});

test("cans that did not come out stand by machine; where it is offline Refund comes first and Open says why it rests", async () => {
  const visit = await app.visit();
  const { page } = visit;
  const [online, offline] = [planted(0).plan.name, planted(1).plan.name];
  await visit.goTo("/Transactions");
  await page.getByRole("link", { name: "Needs action 3" }).click();
  await page.getByRole("heading", { name: `${offline}, 2 cases, offline` }).waitFor();
  await page.getByRole("heading", { name: `${online}, 1 case, online` }).waitFor();
  const work = page.getByRole("region", { name: "Case" });
  await work.getByRole("heading", { name: "CT-OFF-1" }).waitFor();
  const buttons = () => work.locator(".case-head .actions .button-label").allTextContents();
  await eventually(async () => expect((await buttons())[0]).toMatch(/^Refund/));
  await work.locator(".case-head .chip", { hasText: /^Machine offline since (.+, )?\d\d:\d\d$/ }).waitFor();
  await page.keyboard.press("o");
  expect(await page.getByRole("alertdialog").count()).toBe(0); // settled: a button that rests opens nothing
  await work.getByText("Earlier refunds").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);

  await page.keyboard.press("j");
  await work.getByRole("heading", { name: "CT-OFF-2" }).waitFor();
  await page.keyboard.press("n");
  await work.getByRole("heading", { name: "CT-ON-1" }).waitFor();
  await eventually(async () => expect((await buttons())[0]).toMatch(/^Open again/));
  await eventually(() => expect(new URL(page.url()).searchParams.get("case")).toMatch(/^[0-9a-f]{24}$/));
  await page.reload();
  await work.getByRole("heading", { name: "CT-ON-1" }).waitFor();
  await page.keyboard.press("k");
  await work.getByRole("heading", { name: "CT-OFF-2" }).waitFor();
  await page.keyboard.press("r");
  await page.getByRole("alertdialog", { name: "Refund the can?" }).getByRole("button", { name: "Cancel" }).click();
});

test("on a phone the list comes first, and a case is a page with a way back", async () => {
  const visit = await app.visit({ width: 390 });
  const { page } = visit;
  await visit.goTo("/Transactions?view=needs-action");
  await queued(visit, "CT-OFF-2").waitFor();
  const work = page.getByRole("region", { name: "Case" });
  expect(await work.count()).toBe(0); // settled: the list is there
  expect(await visit.findViolationsInBothThemes()).toEqual([]);

  await queued(visit, "CT-OFF-2").click();
  await work.getByRole("heading", { name: "CT-OFF-2" }).waitFor();
  await queued(visit, "CT-OFF-2").waitFor({ state: "detached" });
  await work.getByText("Earlier refunds").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await page.goBack();
  await queued(visit, "CT-OFF-2").click();
  await work.getByRole("button", { name: "All 3" }).click();
  await queued(visit, "CT-ON-1").waitFor();
});

test("accounts to be deleted are worked through with their evidence, and the table of all stays", async () => {
  const other = aUser({ role: "customer", phone: "7110000002" });
  await app.mongo.collections.users.insertOne(other);
  await app.mongo.collections.accountDeletions.insertMany([
    aDeletion(other._id, { requestTime: agoMs(60 * minute) }),
    aDeletion(anu._id, { requestTime: agoMs(30 * minute) }),
  ]);
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/account-deletion");
  await page.getByRole("columnheader", { name: "requestProcessed" }).waitFor();
  await page.getByRole("link", { name: "Needs action 2" }).click();
  const work = page.getByRole("region", { name: "Case" });
  await work.getByText("Nothing is open: the account can be deleted.").waitFor();
  await queued(visit, anu.phone).click();
  await work.getByText("3 transactions pending").waitFor();
  await work.locator(".notice", { hasText: "A transaction is pending" }).waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);

  await queued(visit, other.phone).click();
  await work.getByRole("heading", { name: other.phone }).waitFor();
  await page.keyboard.press("d");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await alert(visit, "Successful");
  await queued(visit, other.phone).waitFor({ state: "detached" });
  await work.getByRole("heading", { name: anu.phone }).waitFor();
});

test("units that wait are registered one after another, each secret shown until it is copied", async () => {
  await app.mongo.collections.units.deleteOne({ serialNumber: planted(2).plan.serialNumber });
  await app.requestRegistration("UNIT-Q1");
  await app.requestRegistration("UNIT-Q2");
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/");
  await page.getByRole("link", { name: "2 units waiting" }).click();
  await reaches(visit, "/register-vending-machine");
  const work = page.getByRole("region", { name: "Case" });
  await queued(visit, "UNIT-Q1").click();
  await work.getByRole("heading", { name: "UNIT-Q1" }).waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await choose(visit, "Vending Machine", planted(2).plan.name);
  // What was chosen is not lost by going on.
  await queued(visit, "UNIT-Q2").click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await work.getByRole("button", { name: "Register", exact: true }).click();
  await alert(visit, "Vending Machine Registered");
  await page.getByText("The secret of UNIT-Q1 is shown only now").waitFor();
  await work.getByRole("heading", { name: "UNIT-Q2" }).waitFor();
  await page.keyboard.press("d");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete request" }).click();
  await page.getByText("No control unit waits to be registered").waitFor();
  await page.getByText("The secret of UNIT-Q1 is shown only now").waitFor();
});
