import type { Locator } from "playwright-core";
import { addMachine } from "#shared/machines/machine.api.ts";
import { addProduct } from "#shared/products/product.api.ts";
import type { Product } from "#shared/products/product.schema.ts";
import { addBrandEntry, addProfile, listProfiles, readProfile } from "#shared/profiles/profile.api.ts";
import type { BrandEntry, ProductProfile, SaleBlock } from "#shared/profiles/profile.schema.ts";
import { until } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import type { ConsoleApp } from "./console-app.ts";

type App = Pick<ConsoleApp, "colleague">;

export const saleBlock = (changes: Partial<SaleBlock> = {}): SaleBlock => ({
  active: true,
  discountPrice: 36,
  minPurchase: 1,
  maxPurchase: 4,
  incrementBy: 1,
  priority: 1,
  ...changes,
});

export const plantProduct = async ({ colleague }: App, brand: string, price = 40): Promise<Product> =>
  (await colleague.call(addProduct, { body: { brand, productType: "product", price } })).data;

/** The machine "Library foyer", which has no control unit yet, with the first profile that there is. */
export const plantFoyer = async ({ colleague }: App, vendingMachineId: string): Promise<void> => {
  const { productProfiles } = await colleague.call(listProfiles, {});
  const profile = productProfiles[0]?._id ?? "";
  const body = { name: "Library foyer", vendingMachineId, location: "Ground floor", profile };
  await colleague.call(addMachine, { body });
};

/** A profile with 18 % GST that prices these products, with priorities in their order. */
export const plantProfile = async (
  { colleague }: App,
  name: string,
  products: readonly Product[] = [],
): Promise<ProductProfile> => {
  let { productProfile } = await colleague.call(addProfile, { body: { name, gst: 18 } });
  for (const [place, { _id, price }] of products.entries()) {
    const priority = place + 1;
    const body = {
      product: _id,
      price,
      bundle: saleBlock({ priority, minPurchase: 2 }),
      unit: saleBlock({ priority }),
    };
    ({ productProfile } = await colleague.call(addBrandEntry, { params: { id: productProfile._id }, body }));
  }
  return productProfile;
};

export const profileNow = async ({ colleague }: App, { _id }: Pick<ProductProfile, "_id">) =>
  (await colleague.call(readProfile, { params: { id: _id } })).productProfile;

export const pricedEntry = ({ brands }: ProductProfile, brand: string): BrandEntry => {
  const entry = brands.find((one) => one.brand === brand);
  if (!entry) throw new Error(`the profile does not price ${brand}`);
  return entry;
};

/** The form with this name: a brand's card, or the one that adds a brand. */
export const formOf = ({ page }: Visit, name: string): Locator => page.getByRole("form", { name, exact: true });

/** Chooses in a select field of this form. */
export const chooseIn = async (form: Locator, label: string, option: string): Promise<void> => {
  await form.getByRole("combobox", { name: label, exact: true }).focus();
  await form.page().keyboard.press("ArrowDown");
  await form.page().getByRole("option", { name: option, exact: true }).click();
};

/** Fills number fields of this form by their labels. */
export const fillIn = async (form: Locator, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
};

/** The complaint under this field. */
export const complaintAt = async (form: Locator, label: string): Promise<string> => {
  const field = form.locator(".field", { has: form.page().locator("label", { hasText: new RegExp(`^${label}$`) }) });
  return (await until(`a complaint at ${label}`, () => field.locator(".field-error").textContent())).trim();
};
