import { expect, test } from "vitest";
import { changeCans } from "#shared/cans/cans.api.ts";
import { changeDeposit } from "#shared/deposits/deposit.api.ts";
import { addMachine } from "#shared/machines/machine.api.ts";
import { addPenalty } from "#shared/penalties/penalty.api.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { readUser, registerUser } from "#shared/users/user.api.ts";
import type { User } from "#shared/users/user.schema.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { formOf, plantProduct, plantProfile } from "./goods.ts";
import { alert, button, choose, openFilters, reaches, row } from "./on-screen.ts";

const app = setUpConsole({ machines: 0, withWorkers: true });

const plant = async (name: string, phone: string, email = ""): Promise<User> =>
  (await app.colleague.call(registerUser, { body: { name, phone, email } })).user;
const fileNow = async ({ _id }: User) => (await app.colleague.call(readUser, { params: { id: _id } })).data;

/** Beneath the head of the user's page. */
const fact = ({ page }: Visit, name: string) => page.locator(".head-facts > div", { hasText: name });

test("an operator adds a customer, finds them by phone, and suspends them", async () => {
  await plant("Other Person", "6110000001");
  const visit = await app.visit();
  visit.expectStatus(409);
  const { page } = visit;
  await visit.goTo("/Users");
  await row(visit, "Other Person").waitFor();

  await page.getByRole("link", { name: "Add New User" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Anu Thomas");
  await page.getByLabel("Phone").fill("611000");
  await button(visit, "Add user").click();
  await page.locator(".field-error", { hasText: "Invalid phone no" }).waitFor();
  await page.getByLabel("Phone").fill("6110000001");
  await button(visit, "Add user").click();
  await page.locator(".field-error", { hasText: "A user with this phone exists already" }).waitFor();
  await page.getByLabel("Phone").fill("6220000002");
  await button(visit, "Add user").click();
  await alert(visit, "Successfully add a user");
  await page.getByRole("heading", { level: 1, name: "Anu Thomas" }).waitFor();

  await visit.goTo("/Users");
  await page.getByLabel("Phone").fill("6220000");
  await eventually(async () =>
    expect(await page.locator("tbody tr.row").allTextContents()).toEqual([expect.stringContaining("6220000002")]),
  );
  await row(visit, "Anu Thomas").getByRole("link").click();
  await button(visit, "Edit User").click();
  await page.getByRole("switch", { name: "Suspended" }).click();
  await button(visit, "Save changes").click();
  await alert(visit, "User Updated");
  await page.locator(".chip", { hasText: "Suspended" }).waitFor();
  // The form is gone once it is saved, and its button has the focus.
  await eventually(async () => expect(await formOf(visit, "User").count()).toBe(0));
  await eventually(async () =>
    expect(await button(visit, "Edit User").evaluate((one) => one === document.activeElement)).toBe(true),
  );
});

test("a penalty is given from its user's page, and Back leads there; paid, they have none", async () => {
  const user = await plant("Babu K", "6330000003");
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/Users/${user._id}`);

  await page.getByRole("link", { name: "Add penalty" }).click();
  await reaches(visit, "/penalty/new");
  await page.getByText("For Babu K, 6330000003").waitFor();
  await button(visit, "Add penalty").click();
  await page.locator(".field-error", { hasText: "Amount is required" }).waitFor();
  await page.getByLabel("Amount").fill("12.50");
  await page.getByLabel("Quantity").fill("2");
  await page.getByLabel("Message").fill("Two cans not returned");
  await button(visit, "Add penalty").click();
  await alert(visit, "Successfully add a penalty");
  await reaches(visit, `/Users/${user._id}`);
  await page.locator(".chip", { hasText: "Has penalty" }).waitFor();
  await row(visit, "Two cans not returned").getByText("₹25").waitFor();
  await fact(visit, "Owes").getByText("₹25.00").waitFor();

  await page.getByRole("link", { name: "Two cans not returned" }).click();
  await page.getByRole("heading", { level: 1, name: "Penalty of Babu K" }).waitFor();
  await fact(visit, "Customer").getByText("6330000003").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await choose(visit, "Paid", "Yes");
  await page.getByLabel("Reason").fill("paid in cash");
  await button(visit, "Save changes").click();
  await alert(visit, "Penalty Updated");
  await page.getByRole("link", { name: "Back" }).click();
  await reaches(visit, `/Users/${user._id}`);
  await row(visit, "Two cans not returned").getByText("Yes").waitFor();
  await fact(visit, "Owes").getByText("₹0.00").waitFor();
  await eventually(async () => expect(await page.locator(".chip", { hasText: "Has penalty" }).count()).toBe(0));
  expect((await fileNow(user)).penalties).toMatchObject([{ paid: true, amount: 12.5, quantity: 2 }]);
});

test("a penalty without a user leads to the users", async () => {
  const visit = await app.visit();
  await visit.goTo("/penalty/new");

  await visit.page.getByRole("main").getByRole("link", { name: "Users" }).click();

  await reaches(visit, "/Users");
});

test("two operators on one deposit: the second sees both figures and decides", async () => {
  const user = await plant("Chitra Menon", "6440000004");
  const visit = await app.visit();
  await visit.goTo(`/Users/${user._id}`);
  await button(visit, "Edit Deposit").click();
  const form = formOf(visit, "Deposit");
  await form.getByLabel("Deposits bought").fill("2");
  await form.getByLabel("Reason").fill("bought two");

  await app.colleague.call(changeDeposit, { params: { id: user._id }, body: { depositBought: 5, rev: 0 } });

  await form.getByRole("cell", { name: "5", exact: true }).waitFor();
  await form.getByRole("cell", { name: "2", exact: true }).waitFor();
  expect((await fileNow(user)).deposit.depositBought).toBe(5);
  await form
    .getByRole("button", { name: /mine|yours/i })
    .first()
    .click();
  await form.getByRole("button", { name: "Save deposit" }).click();
  await alert(visit, "User deposit updated");
  expect((await fileNow(user)).deposit).toMatchObject({ depositBought: 2, rev: 2 });
});

test("cans are set by hand, stand in the ledger with their total, and every account adds up", async () => {
  const cola = await plantProduct(app, "Journey Cola");
  const profile = await plantProfile(app, "Journey profile", [cola]);
  const { data: machine } = await app.colleague.call(addMachine, {
    body: { name: "Journey Lobby", vendingMachineId: "JL-1", location: "Lobby", profile: profile._id },
  });
  const user = await plant("Esha Nair", "6770000007");
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/Users/${user._id}`);

  await button(visit, "Add cans").click();
  const adding = formOf(visit, "Add cans");
  await choose(visit, "Vending Machine", "Journey Lobby (JL-1)");
  await choose(visit, "Brand", "Journey Cola");
  await adding.getByLabel("Cans").fill("3");
  await adding.getByLabel("Reason").fill("a gift");
  await adding.getByRole("button", { name: "Add cans" }).click();
  await alert(visit, "User cans updated");
  await page.getByRole("heading", { name: "Cans: 3" }).waitFor();

  // A colleague is faster: both counts are shown, and the operator decides.
  await row(visit, "Journey Lobby").getByRole("button", { name: "Change" }).click();
  const editing = formOf(visit, "Cans of Journey Cola at Journey Lobby");
  await editing.getByLabel("Cans").fill("5");
  await editing.getByLabel("Reason").fill("counted");
  const body = { vendingMachine: machine._id, brand: "Journey Cola", cans: 2, totalCans: 2 };
  await app.colleague.call(changeCans, { params: { id: user._id }, body });
  await editing.getByRole("cell", { name: "2", exact: true }).waitFor();
  await editing.getByRole("button", { name: "Keep yours" }).click();
  await editing.getByRole("button", { name: "Save cans" }).click();
  await page.getByRole("heading", { name: "Cans: 5" }).waitFor();

  await page.getByRole("main").getByRole("link", { name: "Ledger", exact: true }).click();
  await reaches(visit, "/ledger");
  await eventually(async () => expect(await page.locator("tbody tr.row").count()).toBe(3));
  const totals = () =>
    page
      .locator("tbody tr.row")
      .evaluateAll((rows) => rows.map((one) => one.querySelectorAll("td,th")[7]?.textContent));
  await eventually(async () => expect(await totals()).toEqual(["5", "2", "3"]));
  await row(visit, "a gift").getByText("Journey Lobby").waitFor();
  await button(visit, "Show all users").click();
  await openFilters(visit);
  await choose(visit, "Product", "Journey Cola");
  await eventually(() => expect(new URL(page.url()).search).toBe(`?product=${cola._id}`));

  await visit.goTo(`/vendingMachine/${machine._id}`);
  const stock = page.getByRole("table", { name: "Brand stock" });
  // Alloted, in stock, owed.
  await stock.getByRole("row", { name: "Journey Cola 0 0 5" }).waitFor();
  await app.colleague.call(changeCans, { params: { id: user._id }, body: { ...body, cans: 1, totalCans: 1 } });
  await stock.getByRole("row", { name: "Journey Cola 0 0 1" }).waitFor();

  await visit.goTo("/reconciliation");
  await button(visit, "Reconcile now").click();
  await alert(visit, "Reconciliation started");
  await page.locator("h1 .chip", { hasText: "Everything adds up" }).waitFor();
});

test("what others do to a user is on their page at once, and the note says who wrote it", async () => {
  const user = await plant("Divya R", "6550000005");
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/Users/${user._id}`);
  await page.locator(".live-live").waitFor();

  await app.colleague.call(addPenalty, {
    params: { id: user._id },
    body: { amount: 5, quantity: 1, message: "late" },
  });
  await row(visit, "late").waitFor();
  await page.locator(".chip", { hasText: "Has penalty" }).waitFor();

  await button(visit, "Edit Notes").click();
  await formOf(visit, "Note").getByLabel("Note").fill("Called twice.");
  await button(visit, "Save note").click();
  await alert(visit, "Successfully add note");
  await page.getByText(/^Last written by /).waitFor();
});

test("a user's page begins with their last orders and open cases; on a phone their lists are one tap away", async () => {
  const user = await plant("Esha Nair", "6660000006");
  const stored = await app.mongo.collections.users.findOne({ phone: user.phone });
  if (!stored) throw new Error("the user was planted");
  const machine = aMachine({ name: "Harbour Pier", vendingMachineId: "HP-1" });
  await app.mongo.collections.machines.insertOne(machine);
  const orders = [1, 2].map((nth) => anOrder(stored, machine, { orderId: `OD-E${nth}` }));
  await app.mongo.collections.orders.insertMany(orders);
  await app.mongo.collections.canTransactions.insertOne(aTransaction(stored, machine, { transactionId: "CT-E1" }));
  const visit = await app.visit({ width: 390 });
  const { page } = visit;
  await visit.goTo(`/Users/${user._id}`);

  const last = page.getByRole("region", { name: "Last orders" });
  await last.getByRole("link", { name: "2 orders" }).waitFor();
  await page.getByRole("region", { name: "Open cases" }).getByRole("link", { name: "1 case" }).waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await page.getByRole("navigation", { name: "Of this user" }).getByRole("link", { name: "Transactions" }).tap();
  await reaches(visit, "/Transactions");
  await page.getByText("1 transaction").first().waitFor();
});
