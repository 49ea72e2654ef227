import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { addProduct } from "../../testing/network.ts";
import { blockForm, setUpEntries } from "./testing/entry.fixture.ts";

const { add, cola, gateway, newEntry, operator, profile, stored, tea } = setUpEntries();
describe("adding a brand entry", () => {
  test("answers the profile with the entry, brand and type being the product's own", async () => {
    const { status, body } = await add(newEntry({ rev: 0 }));

    expect(status).toBe(200);
    expect(body.productProfile).toMatchObject({ _id: `${profile._id}`, rev: 1 });
    expect(body.productProfile.brands[1]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      brand: "Tea",
      product: `${tea._id}`,
      price: 40.5,
      productType: "product",
      bundle: blockForm(),
      unit: blockForm({ active: false }),
    });
    expect((await stored())?.brands[1]).toMatchObject({ price: 4_050, unit: { discountPrice: 3_000 } });
  });

  test("of a product that is renamed and becomes a deposit at the same moment has the new name and type", async () => {
    const product = await addProduct(gateway.parts);
    const changed = { brand: `${product.brand} Zero`, productType: "deposit" };

    const [added, renamed] = await Promise.all([
      add(newEntry({ product: `${product._id}` })),
      operator.put(`/products/${product._id}`, changed),
    ]);

    expect([added.status, renamed.status]).toEqual([200, 200]);
    expect((await stored())?.brands[1]).toMatchObject(changed);
  });

  test("is written down with who did it", async () => {
    await add(newEntry());

    expect(await gateway.stores.audit.findOne({ "record.id": `${profile._id}` })).toMatchObject({
      verb: "profile.entry.added",
      actor: { kind: "operator", id: operator.userId },
      before: { brands: [{ brand: "Cola" }] },
      after: { brands: [{ brand: "Cola" }, { brand: "Tea" }] },
    });
  });

  test.each<[string, object, string]>([
    ["without a product", { product: "" }, "Need to select valid brand"],
    ["with no product at all", { product: undefined }, "Need to select valid brand"],
    ["for a product that has one", { product: "cola" }, "Cola already added"],
    ["for the same product in capitals", { product: "COLA" }, "Cola already added"],
    ["whose bundle has no status", { bundle: blockForm({ active: null }) }, "Select valid status"],
    ["whose unit has no status", { unit: blockForm({ active: "" }) }, "Select valid status"],
    ["with a bundle priority that is taken", { bundle: blockForm({ priority: 1 }) }, "Priority 1 already assigned"],
    ["with a unit priority that is taken", { unit: blockForm({ priority: 1 }) }, "Priority 1 already assigned"],
    ["with steps above the maximum", { bundle: blockForm({ incrementBy: 11 }) }, "Should be lesser than max purchase"],
    [
      "with a maximum below the minimum",
      { unit: blockForm({ minPurchase: 5, maxPurchase: 4, incrementBy: 1 }) },
      "Should be greater than minimum purchase",
    ],
    ["dearer when discounted", { unit: blockForm({ discountPrice: 40.51 }) }, "Should be lesser than product price"],
    ["for nothing", { price: 0 }, "price: must be at least 1"],
    ["with less than a paisa", { price: 40.005 }, "price: must have at most two decimals"],
    [
      "with a discount below nothing",
      { bundle: blockForm({ discountPrice: -1 }) },
      "bundle.discountPrice: must be at least 0",
    ],
    ["with a minimum of none", { unit: blockForm({ minPurchase: 0 }) }, "unit.minPurchase: must be at least 1"],
    ["with a maximum of none", { unit: blockForm({ maxPurchase: 0 }) }, "unit.maxPurchase: must be at least 1"],
    ["in steps of none", { unit: blockForm({ incrementBy: 0 }) }, "unit.incrementBy: must be at least 1"],
    ["with priority zero", { unit: blockForm({ priority: 0 }) }, "unit.priority: must be at least 1"],
    ["with half a can", { unit: blockForm({ minPurchase: 1.5 }) }, "unit.minPurchase: must be a whole number"],
    ["with a field that there is not", { bonus: 1 }, "Unknown field: bonus"],
  ])("%s is refused", async (_title, changes, text) => {
    const entry: Record<string, unknown> = newEntry(changes);
    if (entry.product === "cola") entry.product = `${cola._id}`;
    if (entry.product === "COLA") entry.product = `${cola._id}`.toUpperCase();

    const { status, body } = await add(entry);

    expect([status, body.success, body.error]).toEqual([400, false, text]);
    expect(await stored()).toEqual(profile);
  });

  test("is checked in both blocks, disabled or not, and everything is said at once", async () => {
    const disabled = { active: false, minPurchase: 9, maxPurchase: 8, incrementBy: 1 };

    const { status, body } = await add(
      newEntry({
        bundle: blockForm({ ...disabled, priority: 1 }),
        unit: blockForm({ ...disabled, discountPrice: 99 }),
      }),
    );

    expect(status).toBe(400);
    expect(body.error.split("; ").sort()).toEqual([
      "Priority 1 already assigned",
      "Should be greater than minimum purchase",
      "Should be lesser than product price",
    ]);
    expect(body.fields).toMatchObject({
      "bundle.maxPurchase": "Should be greater than minimum purchase",
      "bundle.priority": "Priority 1 already assigned",
      "unit.discountPrice": "Should be lesser than product price",
    });
  });

  test("follows the looser of the two screens: as much as the minimum, and no discount, are fine", async () => {
    const edge = blockForm({ minPurchase: 10, maxPurchase: 10, incrementBy: 10, discountPrice: 40 });

    expect((await add(newEntry({ price: 40, bundle: edge, unit: edge }))).status).toBe(200);
  });

  test("may share a priority between a bundle and another brand's unit", async () => {
    await add(newEntry({ bundle: blockForm({ priority: 7 }), unit: blockForm({ priority: 8 }) }));
    const third = await addProduct(gateway.parts);

    const entry = newEntry({
      product: `${third._id}`,
      bundle: blockForm({ priority: 8 }),
      unit: blockForm({ priority: 7 }),
    });

    expect((await add(entry)).status).toBe(200);
  });

  test("of an unknown product or to an unknown profile is 404", async () => {
    expect((await add(newEntry({ product: `${new ObjectId()}` }))).status).toBe(404);
    expect((await operator.post(`/product-profiles/${new ObjectId()}`, newEntry())).status).toBe(404);
  });

  test("by two operators at once for one product makes one entry", async () => {
    const answers = await Promise.all([add(newEntry()), add(newEntry())]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await stored())?.brands).toHaveLength(2);
  });

  test("with one priority for two products at once gives it to one of them", async () => {
    const other = await addProduct(gateway.parts);

    const answers = await Promise.all([add(newEntry()), add(newEntry({ product: `${other._id}` }))]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
