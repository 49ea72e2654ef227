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

/** Of more machines that are offline at once, those that were heard last. */
export const mostAtRisk = 500;
