import * as z from "zod";
import { Id, Rev } from "../http/fields.ts";
import { ProductType } from "../products/product.schema.ts";

/** How one brand is sold, as a bundle or by the unit. Prices are rupees on the wire. */
export const SaleBlock = z.object({
  active: z.boolean(),
  discountPrice: z.number(),
  minPurchase: z.number().int(),
  maxPurchase: z.number().int(),
  incrementBy: z.number().int(),
  priority: z.number().int(),
});
export type SaleBlock = z.infer<typeof SaleBlock>;

export const BrandEntry = z.object({
  _id: Id,
  brand: z.string(),
  product: Id,
  price: z.number(),
  productType: ProductType,
  bundle: SaleBlock,
  unit: SaleBlock,
});
export type BrandEntry = z.infer<typeof BrandEntry>;

export const ProductProfile = z.object({
  _id: Id,
  name: z.string(),
  /** Per cent. */
  gst: z.number(),
  /** Cans a customer may open a day; 0 is no limit. */
  cansLimit: z.number().int(),
  deposit: z.boolean(),
  depositCount: z.number().int(),
  brands: z.array(BrandEntry),
  rev: Rev,
});
export type ProductProfile = z.infer<typeof ProductProfile>;
