import { beforeAll, expect, test } from "vitest";
import { addRegion, changeRegionProfiles } from "#shared/regions/region.api.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { Visit } from "../testing/visit.ts";
import { openConsole } from "./console-app.ts";
import { chooseIn, fillIn, formOf, plantProduct, plantProfile } from "./goods.ts";
import { button, follow } from "./on-screen.ts";

/** Names as long as they may be, and what opens, on the pages of products, profiles and regions. */
let product = "";
let profile = "";
let region = "";
const longName = "Extraordinarily Long Name Of A Brand That Somebody Typed Without Breathing";
const app = setUp(() => openConsole({ machines: 0 }));
beforeAll(async () => {
  const cola = await plantProduct(app, "Harbour Cola", 45);
  const soda = await plantProduct(app, "Lime Soda", 40);
  const long = await plantProduct(app, longName.slice(0, 60), 123_456.78);
  const planted = await plantProfile(app, longName, [cola, soda, long]);
  [product, profile] = [long._id, planted._id];
  const added = await app.colleague.call(addRegion, { body: { region: longName } });
  region = added.region._id;
  const body = { profiles: [{ profile }] };
  await app.colleague.call(changeRegionProfiles, { params: { id: region }, body });
});

/** Wider than the window is only what scrolls by itself. */
const overflow = async ({ page }: Visit): Promise<string[]> => {
  // settled: callers have waited for the page to be complete
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return pixels > 0 ? [`sticks out by ${pixels} px`] : [];
};

const refuseNewBrand = async (visit: Visit) => {
  await button(visit, "Add brand").click();
  const form = formOf(visit, "Add brand");
  await form.getByRole("button", { name: "Add brand" }).click();
  await form.getByRole("alert").waitFor();
};
const refuseCard = async (visit: Visit) => {
  const card = formOf(visit, "Harbour Cola");
  await fillIn(card, { "Unit Min Purchase": "9", "Bundle Discount Price": "99" });
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByRole("alert").waitFor();
};
const openBrands = async (visit: Visit) => {
  await formOf(visit, "Harbour Cola").getByRole("combobox", { name: "Brand" }).focus();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.getByRole("listbox").waitFor();
};
const openChoices = async ({ page }: Visit) => {
  await page.getByRole("combobox", { name: "Profiles" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("listbox").waitFor();
};
const refuseDeposit = async (visit: Visit) => {
  await chooseIn(visit.page.getByRole("main"), "Deposit", "Select");
  await button(visit, "Add profile").click();
  await visit.page.locator(".field-error").first().waitFor();
};

const stay = () => Promise.resolve();
const pageOf = (path = "") => path.split("?")[0];

/** Without an action only what sticks out is looked for: the rest of them is seen with every other route. */
const stages: { name: string; path: () => string; act?: (visit: Visit) => Promise<void> }[] = [
  { name: "the products", path: () => "/products" },
  { name: "products that do not match", path: () => "/products?q=nothing", act: stay },
  { name: "a product", path: () => `/products/${product}` },
  { name: "the profiles", path: () => "/profiles" },
  { name: "a new profile, refused", path: () => "/profiles/new", act: refuseDeposit },
  { name: "a profile", path: () => `/profiles/${profile}` },
  { name: "a profile with a refused brand", path: () => `/profiles/${profile}`, act: refuseNewBrand },
  { name: "a profile with a refused card", path: () => `/profiles/${profile}`, act: refuseCard },
  { name: "a profile with a choice of brands", path: () => `/profiles/${profile}`, act: openBrands },
  { name: "the regions", path: () => "/regions" },
  { name: "a region with its choices", path: () => `/regions/${region}`, act: openChoices },
];

test.each([1440, 390])(
  "at %i px, by day and by night: everything can be reached and read, nothing sticks out, nothing complains",
  async (width) => {
    const found: Record<string, string[]> = {};
    const visit = await app.visit({ width });
    for (const [at, { name, path, act }] of stages.entries()) {
      // What the stage before has opened or typed ends with its page.
      const before = stages[at - 1];
      const isFresh = before?.act !== undefined || pageOf(before?.path()) === pageOf(path());
      await (isFresh ? visit.goTo(path()) : follow(visit, path()));
      await visit.page.locator("main h1").waitFor();
      await visit.page.locator("main [aria-label=Loading]").waitFor({ state: "detached" });
      await act?.(visit);
      const wrong = act ? await visit.findViolationsInBothThemes(() => overflow(visit)) : await overflow(visit);
      if (wrong.length > 0) found[name] = wrong;
    }

    expect(found).toEqual({});
    expect(visit.complaints()).toEqual([]);
    await visit.close();
  },
);
