import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { type ConsoleHouse, openConsole } from "./console-house.ts";
import { chooseIn, complaintAt, fillIn, formOf, plantProduct, plantProfile, profileNow } from "./goods.ts";
import { button } from "./on-screen.ts";

/** Every wording of specification section 5 about a brand entry, each on the screen that it belongs to. */
let house: ConsoleHouse;
let profile: ProductProfile;
let visit: Visit;
beforeAll(async () => {
  house = await openConsole({ machines: 0 });
  const cola = await plantProduct(house, "Harbour Cola", 45);
  const soda = await plantProduct(house, "Lime Soda", 40);
  await plantProduct(house, "Monsoon Mango", 50);
  profile = await plantProfile(house, "Metro", [cola, soda]);
  visit = await house.visit();
});
afterEach(() => expect(house.complaints()).toEqual([]));
afterAll(() => house.stop());

const kinds = ["Bundle", "Unit"] as const;
interface Case {
  says: string;
  at: string;
  numbers?: Record<string, string>;
  choices?: Record<string, string>;
  /** Said in a dialog as well. */
  isDialog?: boolean;
}
const inBoth = (makeCase: (kind: string) => Case): Case[] => kinds.map(makeCase);

/** Input minimums, the same on both. A discount price below 0 cannot be typed: see the last test. */
const belowMinimum: Case[] = ["Min Purchase", "Max Purchase", "Increment By", "Priority"].flatMap((label) =>
  inBoth((kind) => ({
    says: `${kind} ${label} must be at least 1`,
    at: `${kind} ${label}`,
    numbers: { [`${kind} ${label}`]: "0" },
  })),
);

const onTheForm: Case[] = [
  ...belowMinimum,
  { says: "Need to select valid brand", at: "Brand" },
  { says: "Brand already assigned", at: "Brand", choices: { Brand: "Lime Soda (added)" }, isDialog: true },
  { says: "Price must be at least 1", at: "Price", numbers: { Price: "0" } },
  ...inBoth((kind) => ({ says: "Select valid status", at: `${kind} Status` })),
  ...inBoth((kind) => ({
    says: "Priority 2 already assigned",
    at: `${kind} Priority`,
    numbers: { [`${kind} Priority`]: "2" },
  })),
  ...inBoth((kind) => ({
    says: "Should be lesser than max purchase",
    at: `${kind} Increment By`,
    numbers: { [`${kind} Max Purchase`]: "4", [`${kind} Increment By`]: "5" },
  })),
  ...inBoth((kind) => ({
    says: "Max Purchase should be greater than Min Purchase",
    at: `${kind} Max Purchase`,
    numbers: { [`${kind} Min Purchase`]: "5", [`${kind} Max Purchase`]: "4" },
  })),
  ...inBoth((kind) => ({
    says: "Min Purchase should be lesser than Max Purchase",
    at: `${kind} Min Purchase`,
    numbers: { [`${kind} Min Purchase`]: "5", [`${kind} Max Purchase`]: "4" },
  })),
  // Must be greater: equal is too small.
  ...inBoth((kind) => ({
    says: "Max Purchase should be greater than Min Purchase",
    at: `${kind} Max Purchase`,
    numbers: { [`${kind} Min Purchase`]: "4", [`${kind} Max Purchase`]: "4" },
  })),
  // Must be lower: equal is too dear.
  ...inBoth((kind) => ({
    says: "Discount Price should be lesser than Product Price",
    at: `${kind} Discount Price`,
    numbers: { Price: "50", [`${kind} Discount Price`]: "50" },
  })),
  ...inBoth((kind) => ({
    says: `${kind} Discount Price is required`,
    at: `${kind} Discount Price`,
    numbers: { [`${kind} Discount Price`]: "" },
  })),
];

const onTheCards: Case[] = [
  ...belowMinimum,
  { says: "Lime Soda already added", at: "Brand", choices: { Brand: "Lime Soda (added)" } },
  { says: "Price must be at least 1", at: "Price", numbers: { Price: "0.5" } },
  ...inBoth((kind) => ({
    says: "Select valid status",
    at: `${kind} Status`,
    choices: { [`${kind} Status`]: "Select" },
  })),
  ...inBoth((kind) => ({
    says: "Priority 2 already assigned",
    at: `${kind} Priority`,
    numbers: { [`${kind} Priority`]: "2" },
  })),
  ...inBoth((kind) => ({
    says: "Should be lesser than max purchase",
    at: `${kind} Increment By`,
    numbers: { [`${kind} Increment By`]: "5" },
  })),
  ...inBoth((kind) => ({
    says: "Should be greater than minimum purchase",
    at: `${kind} Max Purchase`,
    numbers: { [`${kind} Min Purchase`]: "5" },
  })),
  // Must not exceed: equal is allowed, more is not.
  ...inBoth((kind) => ({
    says: "Should be lesser than product price",
    at: `${kind} Discount Price`,
    numbers: { [`${kind} Discount Price`]: "45.01" },
  })),
];

const cardOf = () => formOf(visit, "Harbour Cola");

const answerDialog = async (text: string) => {
  const dialog = visit.page.getByRole("alertdialog", { name: text });
  await dialog.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
};

const enter = async (form: ReturnType<typeof formOf>, { numbers = {}, choices = {} }: Case) => {
  for (const [label, option] of Object.entries(choices)) await chooseIn(form, label, option);
  await fillIn(form, numbers);
};

test("the form that adds a brand says each complaint in its own words, and adds nothing", async () => {
  await visit.goTo(`/profiles/${profile._id}`);
  const said: { at: string; says: string }[] = [];
  for (const one of onTheForm) {
    await button(visit, "Add brand").click();
    const form = formOf(visit, "Add brand");
    await enter(form, one);
    await form.getByRole("button", { name: "Add brand" }).click();
    if (one.isDialog) await answerDialog(one.says);
    said.push({ at: one.at, says: await complaintAt(form, one.at) });
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "detached" });
  }

  expect(said).toEqual(onTheForm.map(({ at, says }) => ({ at, says })));
  expect((await profileNow(house, profile)).brands).toHaveLength(2);
});

test("the cards say each complaint in theirs, and change nothing", async () => {
  const before = await profileNow(house, profile);
  await visit.goTo(`/profiles/${profile._id}`);
  const said: { at: string; says: string }[] = [];
  for (const one of onTheCards) {
    await enter(cardOf(), one);
    await cardOf().getByRole("button", { name: "Save" }).click();
    said.push({ at: one.at, says: await complaintAt(cardOf(), one.at) });
    await cardOf().getByRole("button", { name: "Undo" }).click();
  }

  expect(said).toEqual(onTheCards.map(({ at, says }) => ({ at, says })));
  expect(await profileNow(house, profile)).toEqual(before);
});

test("a card allows a discount price that equals the price and a max purchase that equals the min, the form does not", async () => {
  await visit.goTo(`/profiles/${profile._id}`);

  await fillIn(cardOf(), { "Unit Discount Price": "45", "Unit Min Purchase": "4" });
  await cardOf().getByRole("button", { name: "Save" }).click();

  await cardOf().getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  expect((await profileNow(house, profile)).brands[0]?.unit).toMatchObject({
    discountPrice: 45,
    minPurchase: 4,
    maxPurchase: 4,
  });
});

test("what is wrong is summed up, has the focus, and each line leads to its field", async () => {
  await visit.goTo(`/profiles/${profile._id}`);
  await fillIn(cardOf(), { "Bundle Priority": "2", "Unit Min Purchase": "9" });
  await cardOf().getByRole("button", { name: "Save" }).click();

  const summary = cardOf().getByRole("alert");
  await summary.getByText("Bundle Priority: Priority 2 already assigned").waitFor();
  await eventually(async () => expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true));
  await summary.getByRole("link", { name: "Unit Max Purchase" }).click();
  const field = cardOf().getByLabel("Unit Max Purchase", { exact: true });
  await eventually(async () => expect(await field.evaluate((input) => input === document.activeElement)).toBe(true));
  await eventually(async () => expect(await field.getAttribute("aria-invalid")).toBe("true"));
});

test("a discount price takes no minus sign, and may be 0", async () => {
  await visit.goTo(`/profiles/${profile._id}`);
  const field = cardOf().getByLabel("Bundle Discount Price", { exact: true });

  await field.fill("");
  await field.pressSequentially("-7");
  await eventually(async () => expect(await field.inputValue()).toBe("7"));
  await field.fill("0");
  await cardOf().getByRole("button", { name: "Save" }).click();

  await cardOf().getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  expect((await profileNow(house, profile)).brands[0]?.bundle.discountPrice).toBe(0);
});
