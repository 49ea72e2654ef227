import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProfile } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const plant = async () => {
  const block = { active: true, discountPrice: 3_600, minPurchase: 1, maxPurchase: 4, incrementBy: 1, priority: 1 };
  const brand = { brand: "Lime Soda", product: new ObjectId(), productType: "product" as const };
  const entry = { _id: new ObjectId(), ...brand, price: 4_000, bundle: block, unit: block };
  const profile = await addProfile(gateway.parts, { brands: [entry] });
  return `/product-profiles/${profile._id.toHexString()}/${entry._id.toHexString()}`;
};

test("an entry is deleted by who saw it as it is", async () => {
  const path = await plant();

  const { body } = await operator.delete(`${path}?rev=0`);

  expect(body).toMatchObject({ success: true, productProfile: { brands: [], rev: 1 } });
});

test("who did not see the last change of the profile deletes nothing and is shown it", async () => {
  const path = await plant();
  await operator.put(path, { type: "unit", field: "discountPrice", value: 30, rev: 0 });

  const { status, body } = await operator.delete(`${path}?rev=0`);

  expect(status).toBe(409);
  expect(body).toMatchObject({ success: false, productProfile: { rev: 1, brands: [{ unit: { discountPrice: 30 } }] } });
});

test("without a rev the entry is deleted as it is; a rev that is no number is refused", async () => {
  const path = await plant();

  expect((await operator.delete(`${path}?rev=some`)).status).toBe(400);
  expect((await operator.delete(path)).status).toBe(200);
});
