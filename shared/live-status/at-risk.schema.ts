import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** An offline machine, and what it usually sells in the time since it was heard last. */
export const AtRisk = z
  .object({
    /** The machine. */
    _id: Id,
    /** When it was heard last. */
    since: Moment,
    /** In rupees, more than 0: product lines less discounts, without GST, as Sales has them. */
    amount: z.number(),
  })
  .meta({ id: "AtRisk" });
export type AtRisk = z.infer<typeof AtRisk>;

/** A brand that is sold out at a machine, and what it usually sells there in the time since then. */
export const BrandAtRisk = z
  .object({
    /** The machine. */
    machine: Id,
    brand: z.string(),
    /** When it sold out, or was first seen so. */
    since: Moment,
    /** In rupees, more than 0: less its own discount, without coupons and GST. */
    amount: z.number(),
  })
  .meta({ id: "BrandAtRisk" });
export type BrandAtRisk = z.infer<typeof BrandAtRisk>;

/** If more machines are offline, those that were heard last are listed; of more brands, those that sold out last. */
export const mostAtRisk = 500;
