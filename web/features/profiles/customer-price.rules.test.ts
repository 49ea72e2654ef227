import { expect, test } from "vitest";
import { customerPays, percentOff } from "./customer-price.ts";

test.each([
  { discountPrice: 40, cans: 1, gst: 18, productType: "product", pays: 47.2 },
  { discountPrice: 40, cans: 3, gst: 18, productType: "product", pays: 141.6 },
  { discountPrice: 40, cans: 1, gst: 0, productType: "product", pays: 40 },
  { discountPrice: 10, cans: 2, gst: 18, productType: "deposit", pays: 20 },
  { discountPrice: 0, cans: 6, gst: 18, productType: "product", pays: 0 },
  // 0.18 x 5 paise is 0.9, half of 5 paise is 2.5: both are rounded on the sum, up.
  { discountPrice: 0.05, cans: 1, gst: 18, productType: "product", pays: 0.06 },
  { discountPrice: 0.05, cans: 1, gst: 50, productType: "product", pays: 0.08 },
  // Just under half a paisa is none; 8.2 per cent are 820 hundredths, though 8.2 x 100 falls short of it.
  { discountPrice: 49.99, cans: 1, gst: 0.01, productType: "product", pays: 49.99 },
  { discountPrice: 100, cans: 1, gst: 8.2, productType: "product", pays: 108.2 },
  { discountPrice: 19.99, cans: 3, gst: 12.5, productType: "product", pays: 67.47 },
] as const)("$cans can(s) at ₹$discountPrice with $gst % GST ($productType) cost a customer ₹$pays", (purchase) => {
  expect(customerPays(purchase)).toBe(purchase.pays);
});

test.each([
  [40, 36, 10],
  [40, 0, 100],
  [45, 40.5, 10],
  [3, 2, 33],
  [3, 1, 67],
  [40, 40, null],
  [40, 41, null],
  [0, 0, null],
] as const)("₹%d sold at ₹%d is %s per cent off", (price, discountPrice, percent) => {
  expect(percentOff(price, discountPrice)).toBe(percent);
});
