import { afterAll, beforeAll, beforeEach } from "vitest";
import type { ProductDocument, ProfileDocument } from "#shared/runtime/documents/goods.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../../testing/gateway-under-test.ts";
import { addProduct, addProfile } from "../../../testing/network.ts";
import { type SignedInOperator, signedInAt } from "../../../testing/operator.ts";

/** A block as the form sends it: rupees. */
export const blockForm = (changes: object = {}) => ({
  active: true,
  discountPrice: 30,
  minPurchase: 2,
  maxPurchase: 10,
  incrementBy: 2,
  priority: 2,
  ...changes,
});

/** What is there when a test begins. */
interface Present {
  gateway: GatewayUnderTest;
  operator: SignedInOperator;
  cola: ProductDocument;
  tea: ProductDocument;
  profile: ProfileDocument;
}

/** A gateway with the products Cola and Tea; before each test a new profile that has Cola. Call it once per file. */
export const setUpEntries = () => {
  const at = {} as Present;
  beforeAll(async () => {
    at.gateway = await startGatewayUnderTest();
    at.operator = await signedInAt(at.gateway);
    at.cola = await addProduct(at.gateway.parts, { brand: "Cola" });
    at.tea = await addProduct(at.gateway.parts, { brand: "Tea" });
  });
  beforeEach(async () => {
    at.profile = await addProfile(at.gateway.parts, { brands: [aBrandEntry(at.cola, 1)] });
  });
  afterAll(() => at.gateway?.stop());

  return {
    at,
    stored: () => at.gateway.parts.mongo.collections.productProfiles.findOne({ _id: at.profile._id }),
    newEntry: (changes: object = {}) => ({
      brand: "any name, the id decides",
      productType: "deposit",
      product: `${at.tea._id}`,
      price: 40.5,
      bundle: blockForm(),
      unit: blockForm({ active: false }),
      ...changes,
    }),
    add: (entry: object) => at.operator.post(`/product-profiles/${at.profile._id}`, entry),
  };
};
