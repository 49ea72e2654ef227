import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { addProduct, addProfile } from "../../testing/network.ts";
import { setUpEntries } from "./testing/entry.fixture.ts";

const { add, cola, gateway, newEntry, operator, profile, stored, tea } = setUpEntries();
const colaEntry = () => `${profile.brands[0]?._id}`;
const change = (edit: object, entry = colaEntry()) => operator.put(`/product-profiles/${profile._id}/${entry}`, edit);

describe("changing a brand entry", () => {
  test("one field of one block leaves everything else as it is", async () => {
    const { status, body } = await change({ type: "unit", field: "maxPurchase", value: 12, rev: 0 });

    expect(status).toBe(200);
    const [entry] = body.productProfile.brands;
    expect(entry.unit).toMatchObject({ maxPurchase: 12, minPurchase: 1 });
    expect(entry.bundle.maxPurchase).toBe(6);
  });

  test("a discount is rupees on the wire and paise inside", async () => {
    await change({ type: "bundle", field: "discountPrice", value: 12.35 });

    expect((await stored())?.brands[0]?.bundle.discountPrice).toBe(1_235);
  });

  test("product and price take the other product's brand", async () => {
    const { body } = await change({
      type: null,
      query: { brand: "ignored", product: `${tea._id}`.toUpperCase(), price: 99 },
    });

    expect(body.productProfile.brands[0]).toMatchObject({ brand: "Tea", product: `${tea._id}`, price: 99 });
  });

  test.each<[string, object, string]>([
    ["a status that is none", { type: "unit", field: "active", value: "maybe" }, "Select valid status"],
    [
      "a discount above the price",
      { type: "unit", field: "discountPrice", value: 41 },
      "Should be lesser than product price",
    ],
    [
      "a discount of a fraction of a paisa",
      { type: "unit", field: "discountPrice", value: 1.005 },
      "value: must have at most two decimals",
    ],
    [
      "a minimum above the maximum",
      { type: "bundle", field: "minPurchase", value: 7 },
      "Should be greater than minimum purchase",
    ],
    [
      "steps above the maximum",
      { type: "bundle", field: "incrementBy", value: 7 },
      "Should be lesser than max purchase",
    ],
    ["a minimum of none", { type: "bundle", field: "minPurchase", value: 0 }, "value: must be at least 1"],
    ["half a step", { type: "bundle", field: "incrementBy", value: 0.5 }, "value: must be a whole number"],
    ["no product", { type: null, query: { product: "", price: 40 } }, "Need to select valid brand"],
    [
      "a price below its discounts",
      { type: null, query: { product: "cola", price: 39 } },
      "Should be lesser than product price",
    ],
  ])("to %s is refused", async (_title, edit, text) => {
    const { query } = edit as { query?: { product: string } };
    const sent = query?.product === "cola" ? { ...edit, query: { ...query, product: `${cola._id}` } } : edit;

    const { status, body } = await change(sent);

    expect([status, body.error]).toEqual([400, text]);
    expect(await stored()).toEqual(profile);
  });

  test("to another brand's product or priority is refused", async () => {
    await add(newEntry());

    const twin = await change({ type: null, query: { product: `${tea._id}`, price: 40 } });
    const taken = await change({ type: "bundle", field: "priority", value: 2 });

    expect([twin.status, twin.body.error]).toEqual([400, "Tea already added"]);
    expect([taken.status, taken.body.error]).toEqual([400, "Priority 2 already assigned"]);
  });

  test("with a stale rev is 409, and the answer carries the profile as it is now", async () => {
    await change({ type: "unit", field: "maxPurchase", value: 12, rev: 0 });

    const { status, body } = await change({ type: "unit", field: "maxPurchase", value: 13, rev: 0 });

    expect([status, body.error]).toEqual([409, "This product profile was changed by somebody else meanwhile"]);
    expect(body.productProfile).toMatchObject({ rev: 1, brands: [{ unit: { maxPurchase: 12 } }] });
  });

  test("that is not there is 404, however it is named", async () => {
    expect((await change({ type: "unit", field: "active", value: false }, `${new ObjectId()}`)).status).toBe(404);
    expect((await change({ type: "unit", field: "active", value: false }, colaEntry().toUpperCase())).status).toBe(200);
    expect((await change({ type: "unit", field: "active", value: false }, "7")).status).toBe(400);
  });
});

describe("deleting a brand entry", () => {
  const remove = (query = "", entry = colaEntry()) =>
    operator.delete(`/product-profiles/${profile._id}/${entry}${query}`);

  test("answers the profile without it", async () => {
    const { status, body } = await remove("?rev=0");

    expect([status, body.productProfile.brands, body.productProfile.rev]).toEqual([200, [], 1]);
  });

  test("a second time is 404, and on a stale profile 409", async () => {
    await add(newEntry());

    expect((await remove("?rev=0")).status).toBe(409);
    expect((await remove("?rev=1")).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });
});

test("a product's new name and type are shown in every profile that contains it, and no profile's rev moves", async () => {
  const product = await addProduct(gateway.parts, { brand: "Old name" });
  const [one, two] = [
    await addProfile(gateway.parts, { brands: [aBrandEntry(cola, 1), aBrandEntry(product, 2)] }),
    await addProfile(gateway.parts, { brands: [aBrandEntry(product, 1)] }),
  ];

  await operator.put(`/products/${product._id}`, { brand: "New name", productType: "deposit" });

  for (const { _id } of [one, two]) {
    const { productProfile } = (await operator.get(`/product-profiles/${_id}`)).body;
    expect(productProfile.rev).toBe(0);
    expect(productProfile.brands.at(-1)).toMatchObject({ brand: "New name", productType: "deposit" });
    expect(productProfile.brands.filter(({ brand }: { brand: string }) => brand === "New name")).toHaveLength(1);
  }
});
