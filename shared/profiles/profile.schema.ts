import * as z from "zod";
import { Id, line, Rev } from "../http/fields.ts";
import { Percent, Rupees } from "../http/money.ts";
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

export const BrandEntry = z
  .object({
    _id: Id,
    brand: z.string(),
    product: Id,
    price: z.number(),
    productType: ProductType,
    bundle: SaleBlock,
    unit: SaleBlock,
  })
  .meta({ id: "BrandEntry" });
export type BrandEntry = z.infer<typeof BrandEntry>;

export const ProductProfile = z
  .object({
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
  })
  .meta({ id: "ProductProfile" });
export type ProductProfile = z.infer<typeof ProductProfile>;

const whole = (min: number, max: number) =>
  z.number({ error: "must be a number" }).int("must be a whole number").min(min, `must be at least ${min}`).max(max);

/** Specification: Constants. A new profile starts at gst 0, cansLimit 0, deposit false, depositCount 0. */
const profileFields = {
  name: line(100),
  gst: Percent,
  cansLimit: whole(0, 100_000),
  /** The form starts at No; Select gives the alert 'Invalid Deposit Selected'. */
  deposit: z.boolean({ error: "Invalid Deposit Selected" }),
  depositCount: whole(0, 100_000),
};
export const NewProfile = z.strictObject({
  name: profileFields.name,
  gst: profileFields.gst.default(0),
  cansLimit: profileFields.cansLimit.default(0),
  deposit: profileFields.deposit.default(false),
  depositCount: profileFields.depositCount.default(0),
});
export type NewProfile = z.infer<typeof NewProfile>;

export const ProfileChange = z.strictObject({ ...profileFields, rev: Rev }).partial();
export type ProfileChange = z.infer<typeof ProfileChange>;

const NewSaleBlock = z.strictObject({
  active: z.boolean({ error: "Select valid status" }),
  discountPrice: Rupees,
  minPurchase: whole(1, 100_000),
  maxPurchase: whole(1, 100_000),
  incrementBy: whole(1, 100_000),
  priority: whole(1, 100_000),
});
const Price = Rupees.min(1, "must be at least 1");
/** A product must be chosen (specification: Checks of a brand entry). */
const chosen = "Need to select valid brand";
const ChosenProduct = z.string(chosen).min(1, { error: chosen, abort: true }).pipe(Id);

/** The brand and the type stand beside the product's id and are ignored: the id decides. */
export const NewBrandEntry = z.strictObject({
  brand: z.string().optional(),
  product: ChosenProduct,
  price: Price,
  productType: ProductType.optional(),
  bundle: NewSaleBlock,
  unit: NewSaleBlock,
  rev: Rev.optional(),
});
export type NewBrandEntry = z.infer<typeof NewBrandEntry>;

/** Either product and price, or one field of one block (specification: Calls of products and profiles). */
export const BrandEntryChange = z.union([
  z.strictObject({
    type: z.null(),
    query: z.strictObject({ brand: z.string().optional(), product: ChosenProduct, price: Price }),
    rev: Rev.optional(),
  }),
  z.strictObject({
    type: z.enum(["bundle", "unit"]),
    field: z.literal("active"),
    value: z.boolean({ error: "Select valid status" }),
    rev: Rev.optional(),
  }),
  z.strictObject({
    type: z.enum(["bundle", "unit"]),
    field: z.literal("discountPrice"),
    value: Rupees,
    rev: Rev.optional(),
  }),
  z.strictObject({
    type: z.enum(["bundle", "unit"]),
    field: z.enum(["minPurchase", "maxPurchase", "incrementBy", "priority"]),
    value: whole(1, 100_000),
    rev: Rev.optional(),
  }),
]);
export type BrandEntryChange = z.infer<typeof BrandEntryChange>;
