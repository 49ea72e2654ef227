import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProfile } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway();

test("profiles are listed by name, with prices in rupees", async () => {
  const operator = await signedInAt(gateway);
  const block = { active: true, minPurchase: 1, maxPurchase: 6, incrementBy: 1, priority: 1 };
  const product = new ObjectId();
  const entry = { _id: new ObjectId(), brand: "Kochi Cola", product, productType: "product" as const };
  const campus = { name: "Campus", gst: 12, cansLimit: 4, deposit: true, depositCount: 2, rev: 3 };
  const second = await addProfile(gateway.parts, { name: "Metro" });
  const first = await addProfile(gateway.parts, {
    ...campus,
    brands: [
      {
        ...entry,
        price: 4_550,
        bundle: { ...block, discountPrice: 4_005 },
        unit: { ...block, active: false, discountPrice: 1 },
      },
    ],
  });

  const { body } = await operator.get("/product-profiles/profiles");

  expect(body).toEqual({
    success: true,
    asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
    productProfiles: [
      {
        _id: first._id.toHexString(),
        ...campus,
        brands: [
          {
            _id: entry._id.toHexString(),
            brand: "Kochi Cola",
            product: product.toHexString(),
            price: 45.5,
            productType: "product",
            bundle: { ...block, discountPrice: 40.05 },
            unit: { ...block, active: false, discountPrice: 0.01 },
          },
        ],
      },
      expect.objectContaining({ _id: second._id.toHexString(), name: "Metro", brands: [] }),
    ],
  });
});
