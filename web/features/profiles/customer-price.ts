import { paiseOf, rupeesOf } from "#shared/http/money.ts";
import type { ProductType } from "#shared/products/product.schema.ts";

interface Purchase {
  /** What a can costs after the discount, in rupees. */
  discountPrice: number;
  cans: number;
  /** Per cent. */
  gst: number;
  productType: ProductType;
}

/** What a customer pays for some cans, in rupees: GST comes on top, half a paisa up; deposits stand outside of the tax. */
export const customerPays = ({ discountPrice, cans, gst, productType }: Purchase): number => {
  const net = paiseOf(discountPrice) * cans;
  const tax = productType === "deposit" ? 0 : Math.floor((net * Math.round(gst * 100) + 5_000) / 10_000);
  return rupeesOf(net + tax);
};

/** How much lower the discount price is, in whole per cent; null where there is no discount. Neither is below 0. */
export const percentOff = (price: number, discountPrice: number): number | null => {
  if (discountPrice >= price) return null;
  return Math.round(((price - discountPrice) / price) * 100);
};
