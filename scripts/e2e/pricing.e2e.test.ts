import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpConsole } from "./console-app.ts";
import { chooseIn, fillIn, formOf, plantProduct, plantProfile, pricedEntry, profileNow } from "./goods.ts";
import { alert, button, reaches } from "./on-screen.ts";

const app = setUpConsole({ machines: 0 });
const cola = setUp(() => plantProduct(app, "Harbour Cola", 45));
const soda = setUp(() => plantProduct(app, "Lime Soda", 40));
const mango = setUp(() => plantProduct(app, "Monsoon Mango", 50));

const pays = (card: ReturnType<typeof formOf>, kind: string) => card.getByLabel(`${kind} customer pays`);

test("an operator prices a brand: choose it, take the terms of another, see what a customer pays, done", async () => {
  const profile = await plantProfile(app, "Metro", [soda]);
  const visit = await app.visit();
  await visit.goTo("/profiles");
  const card = visit.page.getByRole("article").filter({ hasText: "Metro" });
  await card.getByText("18 %").waitFor();
  await card.getByText("No limit").waitFor();
  await card.click();
  await reaches(visit, `/profiles/${profile._id}`);

  await button(visit, "Add brand").click();
  const form = formOf(visit, "Add brand");
  await chooseIn(form, "Brand", "Monsoon Mango");
  await eventually(async () => expect(await form.getByLabel("Price", { exact: true }).inputValue()).toBe("50"));
  await chooseIn(form, "Same terms as", "Lime Soda");
  // 36 of 40 rupees is 10 % off; of 50 it is 45, and 53.10 with GST.
  await eventually(async () => expect(await form.getByLabel("Unit Discount Price").inputValue()).toBe("45"));
  await eventually(async () => expect(await pays(form, "Unit").textContent()).toMatch(/₹53\.10\s*10 % off/));
  await eventually(async () => expect(await pays(form, "Bundle").textContent()).toMatch(/₹106\.20\s*2 cans, 10 % off/));
  await form.getByRole("button", { name: "Add brand" }).click();

  await alert(visit, "Profile Data Added");
  await formOf(visit, "Monsoon Mango").waitFor();
  expect(pricedEntry(await profileNow(app, profile), "Monsoon Mango")).toMatchObject({
    product: mango._id,
    price: 50,
    bundle: { active: true, discountPrice: 45, minPurchase: 2, maxPurchase: 4, incrementBy: 1, priority: 2 },
    unit: { active: true, discountPrice: 45, minPurchase: 1, maxPurchase: 4, incrementBy: 1, priority: 2 },
  });
});

test("several settings of a card are saved at once with Enter, a larger pack among them", async () => {
  const profile = await plantProfile(app, "Campus", [cola, soda]);
  const visit = await app.visit();
  await visit.goTo(`/profiles/${profile._id}`);
  const card = formOf(visit, "Harbour Cola");

  await fillIn(card, { "Bundle Min Purchase": "6", "Bundle Max Purchase": "24", "Bundle Increment By": "6" });
  await fillIn(card, { Price: "30", "Bundle Discount Price": "25", "Unit Discount Price": "30" });
  await chooseIn(card, "Unit Status", "Disabled");
  await eventually(async () => expect(await pays(card, "Bundle").textContent()).toMatch(/₹177\.00\s*6 cans, 17 % off/));
  await eventually(async () => expect(await pays(card, "Unit").textContent()).toBe("Not sold"));
  await card.getByLabel("Price", { exact: true }).press("Enter");

  await alert(visit, "Profile Data Updated");
  await card.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  expect(pricedEntry(await profileNow(app, profile), "Harbour Cola")).toMatchObject({
    price: 30,
    bundle: { discountPrice: 25, minPurchase: 6, maxPurchase: 24, incrementBy: 6 },
    unit: { active: false, discountPrice: 30 },
  });
});

test("a brand is deleted only after confirmation, and a colleague on the page is notified", async () => {
  const profile = await plantProfile(app, "Airport", [cola, soda]);
  const colleague = await app.visit();
  await colleague.goTo(`/profiles/${profile._id}`);
  await formOf(colleague, "Lime Soda").waitFor();
  const visit = await app.visit();
  await visit.goTo(`/profiles/${profile._id}`);

  await visit.page.getByRole("button", { name: "Delete Lime Soda" }).click();
  const question = visit.page.getByRole("alertdialog", { name: "Delete Lime Soda?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect((await profileNow(app, profile)).brands).toHaveLength(2);
  await visit.page.getByRole("button", { name: "Delete Lime Soda" }).click();
  await question.getByRole("button", { name: "Delete brand" }).click();

  await alert(visit, "Profile Data Deleted");
  await formOf(visit, "Lime Soda").waitFor({ state: "detached" });
  await alert(colleague, "Somebody deleted Lime Soda from Airport");
  await formOf(colleague, "Lime Soda").waitFor({ state: "detached" });
});

test("a profile is created with the terms of the specification, and its terms are changed", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/profiles");
  await page.getByRole("link", { name: "Add New Profile" }).click();
  await reaches(visit, "/profiles/new");
  const standing = ["GST", "Cans Limit", "Deposit Count"].map((label) => page.getByLabel(label, { exact: true }));
  await eventually(async () =>
    expect(await Promise.all(standing.map((field) => field.inputValue()))).toEqual(["0", "0", "0"]),
  );
  await eventually(async () => expect(await page.getByRole("combobox", { name: "Deposit" }).inputValue()).toBe("No"));

  await button(visit, "Add profile").click();
  await page.locator(".field-error", { hasText: "Name is required" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Hospital");
  await chooseIn(page.getByRole("main"), "Deposit", "Select");
  await button(visit, "Add profile").click();
  await alert(visit, "Invalid Deposit Selected");
  await chooseIn(page.getByRole("main"), "Deposit", "Yes");
  await button(visit, "Add profile").click();

  await alert(visit, "Profile Created");
  await page.getByRole("heading", { name: "Hospital" }).waitFor();
  await page.getByLabel("GST", { exact: true }).fill("12");
  await button(visit, "Save changes").click();
  await alert(visit, "Profile Updated");
  await page.getByText("0 brands · GST 12 % · no cans limit").waitFor();
});

test("the keyboard alone is enough to change a price", async () => {
  const profile = await plantProfile(app, "Keyboard", [soda]);
  const visit = await app.visit();
  await visit.goTo(`/profiles/${profile._id}`);
  const card = formOf(visit, "Lime Soda");
  await card.getByLabel("Price", { exact: true }).focus();
  const { keyboard } = visit.page;

  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type("30");
  await keyboard.press("Enter");

  await alert(visit, "Profile Data Updated");
  expect(pricedEntry(await profileNow(app, profile), "Lime Soda").bundle.discountPrice).toBe(30);
});
