import { afterEach, beforeAll, expect, test } from "vitest";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { Visit } from "../testing/visit.ts";
import { openConsole } from "./console-app.ts";
import { chooseIn, complaintAt, fillIn, formOf, plantProduct, plantProfile, profileNow } from "./goods.ts";
import { button } from "./on-screen.ts";

/** Every wording (specification: Checks of a brand entry), each on the screen that it belongs to. */
let profile: ProductProfile;
let visit: Visit;
const app = setUp(() => openConsole({ machines: 0 }));
beforeAll(async () => {
  const cola = await plantProduct(app, "Harbour Cola", 45);
  const soda = await plantProduct(app, "Lime Soda", 40);
  await plantProduct(app, "Monsoon Mango", 50);
  profile = await plantProfile(app, "Metro", [cola, soda]);
  visit = await app.visit();
});
afterEach(() => expect(app.complaints()).toEqual([]));

const kinds = ["Bundle", "Unit"] as const;
type Texts = Record<string, string>;
/** A form that is sent once, with much that is wrong. */
interface Sent {
  numbers?: Texts;
  choices?: Texts;
  /** What is said under which field. */
  complaints: Texts;
  /** Said in a dialog as well. */
  isDialog?: boolean;
}
/** The same for both blocks; `KIND` is the block's name. */
const inBoth = (texts: Texts): Texts =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      Object.entries(texts).map(([label, text]) => [`${kind} ${label}`, text.replace("KIND", kind)]),
    ),
  );

/** Input minimums, the same on both. A discount price below 0 cannot be typed: see the last test. */
const wholeNumbers = ["Min Purchase", "Max Purchase", "Increment By", "Priority"];
const zeros = inBoth(Object.fromEntries(wholeNumbers.map((label) => [label, "0"])));
const belowMinimum = inBoth(
  Object.fromEntries(wholeNumbers.map((label) => [label, `KIND ${label} must be at least 1`])),
);

const onTheForm: Sent[] = [
  {
    numbers: { ...zeros, Price: "0" },
    complaints: {
      ...belowMinimum,
      ...inBoth({ Status: "Select valid status" }),
      Brand: "Need to select valid brand",
      Price: "Price must be at least 1",
    },
  },
  { choices: { Brand: "Lime Soda (added)" }, complaints: { Brand: "Brand already assigned" }, isDialog: true },
  {
    numbers: inBoth({ Priority: "2", "Min Purchase": "5", "Max Purchase": "4", "Discount Price": "" }),
    complaints: inBoth({
      Priority: "Priority 2 already assigned",
      "Min Purchase": "Min Purchase should be lesser than Max Purchase",
      "Max Purchase": "Max Purchase should be greater than Min Purchase",
      "Discount Price": "KIND Discount Price is required",
    }),
  },
  {
    // Must be lower: equal is too dear.
    numbers: { Price: "50", ...inBoth({ "Discount Price": "50", "Max Purchase": "4", "Increment By": "5" }) },
    complaints: inBoth({
      "Discount Price": "Discount Price should be lesser than Product Price",
      "Increment By": "Should be lesser than max purchase",
    }),
  },
  {
    // Must be greater: equal is too small.
    numbers: inBoth({ "Min Purchase": "4", "Max Purchase": "4" }),
    complaints: inBoth({ "Max Purchase": "Max Purchase should be greater than Min Purchase" }),
  },
];

const onTheCards: Sent[] = [
  {
    numbers: { ...zeros, Price: "0.5" },
    choices: inBoth({ Status: "Select" }),
    complaints: {
      ...belowMinimum,
      ...inBoth({ Status: "Select valid status" }),
      Price: "Price must be at least 1",
    },
  },
  {
    numbers: inBoth({ Priority: "2", "Increment By": "5" }),
    choices: { Brand: "Lime Soda (added)" },
    complaints: {
      ...inBoth({ Priority: "Priority 2 already assigned", "Increment By": "Should be lesser than max purchase" }),
      Brand: "Lime Soda already added",
    },
  },
  {
    // Must not exceed: equal is allowed, more is not.
    numbers: inBoth({ "Min Purchase": "5", "Discount Price": "45.01" }),
    complaints: inBoth({
      "Max Purchase": "Should be greater than minimum purchase",
      "Discount Price": "Should be lesser than product price",
    }),
  },
];

const cardOf = () => formOf(visit, "Harbour Cola");

const answerDialog = async (text: string) => {
  const dialog = visit.page.getByRole("alertdialog", { name: text });
  await dialog.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
};

type Form = ReturnType<typeof formOf>;
const enter = async (form: Form, { numbers = {}, choices = {} }: Sent) => {
  for (const [label, option] of Object.entries(choices)) await chooseIn(form, label, option);
  await fillIn(form, numbers);
};
const saidIn = async (form: Form, { complaints }: Sent): Promise<Texts> => {
  const said: Texts = {};
  for (const label of Object.keys(complaints)) said[label] = await complaintAt(form, label);
  return said;
};

test("the form that adds a brand says each complaint in its own words, and adds nothing", async () => {
  await visit.goTo(`/profiles/${profile._id}`);
  for (const sent of onTheForm) {
    await button(visit, "Add brand").click();
    const form = formOf(visit, "Add brand");
    await enter(form, sent);
    await form.getByRole("button", { name: "Add brand" }).click();
    if (sent.isDialog) await answerDialog(sent.complaints.Brand ?? "");
    expect(await saidIn(form, sent)).toEqual(sent.complaints);
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "detached" });
  }

  expect((await profileNow(app, profile)).brands).toHaveLength(2);
});

test("the cards say each complaint in theirs, and change nothing", async () => {
  const before = await profileNow(app, profile);
  await visit.goTo(`/profiles/${profile._id}`);
  for (const sent of onTheCards) {
    await enter(cardOf(), sent);
    await cardOf().getByRole("button", { name: "Save" }).click();
    expect(await saidIn(cardOf(), sent)).toEqual(sent.complaints);
    await cardOf().getByRole("button", { name: "Undo" }).click();
  }

  expect(await profileNow(app, profile)).toEqual(before);
});

test("a card allows a discount price that equals the price and a max purchase that equals the min, the form does not", async () => {
  await visit.goTo(`/profiles/${profile._id}`);

  await fillIn(cardOf(), { "Unit Discount Price": "45", "Unit Min Purchase": "4" });
  await cardOf().getByRole("button", { name: "Save" }).click();

  await cardOf().getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  expect((await profileNow(app, profile)).brands[0]?.unit).toMatchObject({
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
  expect((await profileNow(app, profile)).brands[0]?.bundle.discountPrice).toBe(0);
});
