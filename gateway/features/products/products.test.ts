import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { aShownProduct } from "#shared/testing/shown-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const input = (changes: object = {}) => ({ brand: word("Brand"), productType: "product", ...changes });

test("a product is added with what it names, and the rest is empty", async () => {
  const { status, body } = await operator.post("/products", { brand: " Kochi Cola ", productType: "product" });

  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: aShownProduct({ _id: expect.stringMatching(/^[0-9a-f]{24}$/), brand: "Kochi Cola" }),
  });
});

test("a price is rupees on the wire and paise inside, and comes back as it went", async () => {
  const { data } = (await operator.post("/products", input({ price: 40.55, tagline: "Cold" }))).body;

  expect((await gateway.stores.products.findOne({ _id: new ObjectId(data._id) }))?.price).toBe(4_055);
  expect((await operator.get(`/products/${data._id}`)).body).toEqual({
    success: true,
    data,
    asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(data).toMatchObject({ price: 40.55, tagline: "Cold" });
});

test("products are listed by brand", async () => {
  await addProduct(gateway.parts, { brand: "Zulu" });
  await addProduct(gateway.parts, { brand: "Alpha" });

  const { body } = await operator.get("/products");

  const brands = body.products.map(({ brand }: { brand: string }) => brand);
  expect(brands).toEqual([...brands].sort());
  expect(body.asOf).toMatch(/^[0-9a-f]{16}$/);
});

test.each<[string, object, string]>([
  ["no brand", { brand: "" }, "brand: is required"],
  ["a brand of blanks", { brand: "   " }, "brand: is required"],
  ["a brand that no can could carry", { brand: "x".repeat(61) }, "brand: must be at most 60 characters"],
  ["a brand that counts by brand cannot have", { brand: "__proto__" }, "brand: must be another name"],
  ["a price below nothing", { price: -1 }, "price: must be at least 0"],
  ["a price as a word", { price: "40" }, "price: must be a number"],
  ["a price with fractions of a paisa", { price: 1.005 }, "price: must have at most two decimals"],
  ["a field that no product has", { colour: "red" }, "Unknown field: colour"],
])("%s is refused, when it is added and when it is changed", async (_title, changes, text) => {
  const present = await addProduct(gateway.parts);

  const added = await operator.post("/products", input(changes));
  const changed = await operator.put(`/products/${present._id}`, changes);

  expect([added.status, added.body.error]).toEqual([400, text]);
  expect([changed.status, changed.body.error]).toEqual([400, text]);
  expect(await gateway.stores.products.findOne({ _id: present._id })).toEqual(present);
});

test("an image of its own is refused when it is added, and ignored when it is changed", async () => {
  const present = await addProduct(gateway.parts);

  const added = await operator.post("/products", input({ image: "evil.svg" }));
  const changed = await operator.put(`/products/${present._id}`, { image: "evil.svg", tagline: "New" });

  expect([added.status, added.body.error]).toEqual([400, "Unknown field: image"]);
  expect(changed.body.data).toMatchObject({ image: present.image, tagline: "New" });
});

test.each([undefined, "", "drink"])("a new product of the type %j is refused", async (productType) => {
  const { status, body } = await operator.post("/products", { brand: word("Brand"), productType });

  expect(status).toBe(400);
  expect(body.error).toContain("productType");
});

test("a brand that is taken is 409 naming it, also of two at once", async () => {
  const { brand } = await addProduct(gateway.parts);
  const other = await addProduct(gateway.parts);

  const added = await operator.post("/products", input({ brand }));
  const renamed = await operator.put(`/products/${other._id}`, { brand });
  const race = await Promise.all([1, 2].map(() => operator.post("/products", input({ brand: "Race" }))));

  for (const { status, body } of [added, renamed]) {
    expect([status, body.error]).toEqual([409, `A product of the brand ${brand} exists already`]);
  }
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a change is audited, and the later of two operators is refused with the product as it is now", async () => {
  const { _id, brand } = await addProduct(gateway.parts);

  const first = await operator.put(`/products/${_id}`, { tagline: "New", rev: 0 });
  const second = await operator.put(`/products/${_id}`, { tagline: "Newer", rev: 0 });

  expect(first.body.data).toMatchObject({ brand, tagline: "New", rev: 1 });
  expect([second.status, second.body.data?.tagline]).toEqual([409, "New"]);
  expect(await gateway.stores.audit.find({ "record.id": `${_id}` }).toArray()).toEqual([
    expect.objectContaining({ verb: "product.changed", actor: { kind: "operator", id: operator.userId } }),
  ]);
});

test("an unknown product is 404, a malformed id 400", async () => {
  expect((await operator.get(`/products/${new ObjectId()}`)).status).toBe(404);
  expect((await operator.put(`/products/${new ObjectId()}`, { tagline: "x" })).status).toBe(404);
  expect((await operator.get("/products/7")).status).toBe(400);
});
