import * as z from "zod";
import { Id, line, lines, Rev, text } from "../http/fields.ts";
import { Rupees } from "../http/money.ts";

export const ProductType = z.enum(["product", "deposit"]);
export type ProductType = z.infer<typeof ProductType>;

export const Product = z
  .object({
    _id: Id,
    brand: z.string(),
    tagline: z.string(),
    description: z.string(),
    productType: ProductType,
    /** File name under /uploads/products/; empty where none was uploaded. */
    image: z.string(),
    price: z.number(),
    rev: Rev,
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof Product>;

/** Counts by brand are objects, which cannot have this field. */
const Brand = line(60).refine((brand) => brand !== "__proto__", "must be another name");

/** Specification: Checks of forms. Brand is required; a new product needs a product type. */
export const NewProduct = z.strictObject({
  brand: Brand,
  tagline: text(120).default(""),
  description: lines(1_000).default(""),
  productType: ProductType,
  price: Rupees.default(0),
});
export type NewProduct = z.infer<typeof NewProduct>;

export const ProductChange = z.strictObject({
  brand: Brand.optional(),
  tagline: text(120).optional(),
  description: lines(1_000).optional(),
  productType: ProductType.optional(),
  price: Rupees.optional(),
  rev: Rev.optional(),
});
export type ProductChange = z.infer<typeof ProductChange>;
