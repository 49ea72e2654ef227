import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { setUp, setUpEach } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../../testing/gateway-under-test.ts";
import { addProduct, addProfile } from "../../../testing/network.ts";
import { setUpOperator } from "../../../testing/operator.ts";

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

/** A gateway with the products Cola and Tea; before each test a new profile that has Cola. Call it once per file. */
export const setUpEntries = () => {
  const gateway = setUpGateway();
  const operator = setUpOperator(gateway);
  const cola = setUp(() => addProduct(gateway.parts, { brand: "Cola" }));
  const tea = setUp(() => addProduct(gateway.parts, { brand: "Tea" }));
  const profile = setUpEach(() => addProfile(gateway.parts, { brands: [aBrandEntry(cola, 1)] }));

  return {
    gateway,
    operator,
    cola,
    tea,
    profile,
    stored: () => gateway.stores.productProfiles.findOne({ _id: profile._id }),
    newEntry: (changes: object = {}) => ({
      brand: "any name, the id decides",
      productType: "deposit",
      product: `${tea._id}`,
      price: 40.5,
      bundle: blockForm(),
      unit: blockForm({ active: false }),
      ...changes,
    }),
    add: (entry: object) => operator.post(`/product-profiles/${profile._id}`, entry),
  };
};
