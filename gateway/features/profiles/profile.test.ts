import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { aBrandEntry, word } from "#shared/runtime/testing/stored-records.ts";
import { aShownProfile } from "#shared/testing/shown-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct, addProfile } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const stored = (_id: ObjectId) => gateway.stores.productProfiles.findOne({ _id });

test("a new profile that names nothing else begins as the specification says", async () => {
  const { status, body } = await operator.post("/product-profiles", { name: "  Airport  " });

  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    productProfile: aShownProfile({ _id: expect.stringMatching(/^[0-9a-f]{24}$/), name: "Airport" }),
  });
});

test("a new profile keeps what it names, and is read again", async () => {
  const input = { name: word("Profile"), gst: 12.5, cansLimit: 4, deposit: true, depositCount: 2 };
  const { productProfile } = (await operator.post("/product-profiles", input)).body;

  const { body } = await operator.get(`/product-profiles/${productProfile._id}`);

  expect(body).toEqual({
    success: true,
    productProfile: aShownProfile({ ...input, _id: productProfile._id }),
    asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test.each<[string, object, string]>([
  ["no name", { name: " " }, "name: is required"],
  ["no name at all", {}, "name: is required"],
  ["a deposit that was not chosen", { name: "P", deposit: "" }, "Invalid Deposit Selected"],
  ["the word Select for a deposit", { name: "P", deposit: "Select" }, "Invalid Deposit Selected"],
  ["more than everything as tax", { name: "P", gst: 101 }, "gst: must be at most 100"],
  ["a tax in thousandths", { name: "P", gst: 12.345 }, "gst: must have at most two decimals"],
  ["a limit below none", { name: "P", cansLimit: -1 }, "cansLimit: must be at least 0"],
  ["half a deposit", { name: "P", depositCount: 1.5 }, "depositCount: must be a whole number"],
  ["a field that no profile has", { name: "P", colour: "red" }, "Unknown field: colour"],
])("%s is refused, when it is added and when it is changed", async (_title, input, text) => {
  const present = await addProfile(gateway.parts);

  const added = await operator.post("/product-profiles", input);

  expect([added.status, added.body.error]).toEqual([400, text]);
  if (Object.keys(input).length === 0) return;
  const changed = await operator.put(`/product-profiles/${present._id}`, input);
  expect([changed.status, changed.body.error]).toEqual([400, text]);
  expect(await stored(present._id)).toEqual(present);
});

test("brands of its own are refused when it is added, and ignored when it is changed", async () => {
  const present = await addProfile(gateway.parts, { brands: [aBrandEntry(await addProduct(gateway.parts))] });

  const added = await operator.post("/product-profiles", { name: word("Profile"), brands: [] });
  const changed = await operator.put(`/product-profiles/${present._id}`, { cansLimit: 7, brands: [] });

  expect([added.status, added.body.error]).toEqual([400, "Unknown field: brands"]);
  expect(changed.body.productProfile).toMatchObject({
    cansLimit: 7,
    brands: [{ product: `${present.brands[0]?.product}` }],
  });
});

test("a name that is taken is 409 naming it, also of two at once", async () => {
  const { name } = await addProfile(gateway.parts);
  const other = await addProfile(gateway.parts);

  const added = await operator.post("/product-profiles", { name });
  const renamed = await operator.put(`/product-profiles/${other._id}`, { name });
  const race = await Promise.all([1, 2].map(() => operator.post("/product-profiles", { name: "Race" })));

  for (const { status, body } of [added, renamed]) {
    expect([status, body.error]).toEqual([409, `A product profile named ${name} exists already`]);
  }
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a change keeps what it does not name, and is written down", async () => {
  const { _id } = await addProfile(gateway.parts, { gst: 18, cansLimit: 3 });

  const { body } = await operator.put(`/product-profiles/${_id}`, { cansLimit: 5, rev: 0 });

  expect(body.productProfile).toMatchObject({ gst: 18, cansLimit: 5, rev: 1 });
  expect(await gateway.stores.audit.findOne({ "record.id": `${_id}` })).toMatchObject({
    verb: "profile.changed",
    before: { cansLimit: 3 },
    after: { cansLimit: 5 },
  });
});

test("an older tax in thousandths is read as orders are taxed with it, and may be sent back", async () => {
  const { _id } = await addProfile(gateway.parts, { gst: 12.345 });
  const path = `/product-profiles/${_id}`;

  const { gst } = (await operator.get(path)).body.productProfile;
  const { status, body } = await operator.put(path, { gst, cansLimit: 5 });

  expect([gst, status, body.productProfile.gst]).toEqual([12.35, 200, 12.35]);
  expect(Math.round(gst * 100)).toBe(Math.round(12.345 * 100));
});

test("of two operators the later one is refused, with the profile as it is now", async () => {
  const { _id } = await addProfile(gateway.parts);
  await operator.put(`/product-profiles/${_id}`, { gst: 5, rev: 0 });

  const { status, body } = await operator.put(`/product-profiles/${_id}`, { gst: 6, rev: 0 });

  expect([status, body.success, body.productProfile.gst]).toEqual([409, false, 5]);
});

test("an unknown profile is 404, a malformed id 400", async () => {
  expect((await operator.get(`/product-profiles/${new ObjectId()}`)).status).toBe(404);
  expect((await operator.put(`/product-profiles/${new ObjectId()}`, { gst: 5 })).status).toBe(404);
  expect((await operator.get("/product-profiles/7")).status).toBe(400);
});
