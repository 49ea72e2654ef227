import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { addMachine } from "#shared/machines/machine.api.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { plantOperator } from "../integration/planted.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct, plantProfile } from "./goods.ts";
import { alert } from "./on-screen.ts";

const app = setUpConsole({ machines: 0 });
const cola = setUp(() => plantProduct(app, "Harbour Cola", 45));

test("cans above the number that admins set are requested by one operator, and set by another", async () => {
  const user = aUser({ name: "Asha Menon", role: "customer", phone: "6550000005" });
  await app.mongo.collections.users.insertOne(user);
  const profile = await plantProfile(app, "Pier", [cola]);
  const { _id: machine } = (
    await app.colleague.call(addMachine, {
      body: { name: "Pier", vendingMachineId: "VM-PIER", location: "Pier", profile: profile._id },
    })
  ).data;
  await app.mongo.inTransaction((dbSession) =>
    postCans(app.mongo, dbSession, {
      user: user._id,
      machine: new ObjectId(machine),
      product: new ObjectId(cola._id),
      brand: cola.brand,
      credit: 1,
      debit: 0,
      ref: { kind: "system", id: null },
      message: "planted",
      now: new Date(),
    }),
  );
  const admin = await app.visit();
  await admin.goTo("/settings");
  await admin.page.getByLabel("Cans one person may change").fill("3");
  await admin.page.getByRole("button", { name: "Save changes" }).click();
  await alert(admin, "Success");

  const requester = await app.visit({ token: await plantOperator(app.parts, "staff") });
  requester.expectStatus(409);
  await requester.goTo(`/Users/${user._id}`);
  const { page } = requester;
  await page
    .getByRole("button", { name: /Change the cans of|^Change$/ })
    .first()
    .click();
  const form = page.getByRole("form", { name: "Cans of Harbour Cola at Pier" });
  await form.getByLabel("Cans").fill("9");
  await form.getByLabel("Reason").fill("The machine kept eight of them");
  await form.getByRole("button", { name: "Save cans" }).click();
  await page.getByRole("dialog").getByText("One person may change 3 cans of a customer a day").waitFor();
  await form.getByRole("button", { name: "Ask for Cans" }).waitFor();
  await page.getByRole("button", { name: "Ask another operator" }).click();
  await alert(requester, "Another operator was asked");
  await page.getByRole("button", { name: "Take back" }).waitFor();

  await admin.goTo("/payment-review");
  await admin.page.getByRole("heading", { level: 1 }).waitFor();
  await admin.page.getByRole("link", { name: "Asha Menon" }).waitFor();
  expect(await admin.findViolationsInBothThemes()).toEqual([]);
  await admin.page.getByRole("link", { name: "Harbour Cola at Pier: 1 → 9 cans" }).click();
  const request = admin.page.getByRole("region", { name: "Request for a change of these cans" });
  await request.getByText("The machine kept eight of them").waitFor();
  expect(await admin.findViolationsInBothThemes()).toEqual([]);
  await request.getByRole("button", { name: "Approve" }).click();
  await admin.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await request.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Cans: 9" }).waitFor();
  expect((await app.mongo.collections.cans.findOne({ _id: user._id }))?.totalCans).toBe(9);
});
