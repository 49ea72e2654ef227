import * as z from "zod";
import { Id, lines, Moment, Reason, Rev } from "../http/fields.ts";
import { Rupees } from "../http/money.ts";

/** What a customer owes for a can that did not come back; `amount` is for one of `quantity`. */
export const Penalty = z
  .object({
    _id: Id,
    user: Id,
    amount: z.number(),
    quantity: z.number(),
    paid: z.boolean(),
    canceled: z.boolean(),
    message: z.string(),
    createdAt: Moment,
    updatedAt: Moment,
    rev: Rev,
  })
  .meta({ id: "Penalty" });
export type Penalty = z.infer<typeof Penalty>;

const Amount = Rupees.min(0.01, "must be more than 0");
const Quantity = z
  .number({ error: "must be a number" })
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(1_000, "must be at most 1000");

/** `user` may be sent beside the one in the address, and must then be the same. */
export const NewPenalty = z.strictObject({
  amount: Amount,
  quantity: Quantity,
  message: lines(500).default(""),
  user: Id.optional(),
  reason: Reason,
});
export type NewPenalty = z.infer<typeof NewPenalty>;

export const PenaltyChange = z.strictObject({
  amount: Amount.optional(),
  quantity: Quantity.optional(),
  message: lines(500).optional(),
  paid: z.boolean().optional(),
  canceled: z.boolean().optional(),
  rev: Rev.optional(),
  reason: Reason,
});
export type PenaltyChange = z.infer<typeof PenaltyChange>;

/** A penalty with whose it is, where penalties of several users stand together. */
export const OwedPenalty = Penalty.extend({ name: z.string(), phone: z.string() }).meta({ id: "OwedPenalty" });
export type OwedPenalty = z.infer<typeof OwedPenalty>;
