import * as z from "zod";
import { Id, Moment, orNothing, Reason, Rev } from "../http/fields.ts";
import { Rupees } from "../http/money.ts";

/** A user's deposits: rupees, and the slots for cans that they pay for. Its `_id` is the user's. */
export const Deposit = z
  .object({
    _id: Id,
    /** Paid for slots, in rupees; refundable. */
    deposit: z.number(),
    securityDeposit: z.number(),
    /** Slots that were paid for, that are taken by cans, and that a profile gives for nothing. */
    depositBought: z.number(),
    depositUsed: z.number(),
    freeDeposit: z.number(),
    /** The next order charges the security deposit. */
    collectSecurityDeposit: z.boolean(),
    receivedFreeDeposit: z.boolean(),
    rev: Rev,
  })
  .meta({ id: "Deposit" });
export type Deposit = z.infer<typeof Deposit>;

/**
 * One permanent change of a deposit record: what it added to each figure, in rupees and slots; negative figures took
 * away.
 */
export const DepositRow = z
  .object({
    _id: Id,
    user: Id,
    at: Moment,
    deposit: z.number(),
    securityDeposit: z.number(),
    depositBought: z.number(),
    depositUsed: z.number(),
    freeDeposit: z.number(),
    /** `name` is an operator's; empty for the others. */
    by: z.object({ kind: z.enum(["operator", "system", "intake", "provider", "job"]), name: z.string() }),
    ref: z.object({ kind: z.enum(["order", "transaction"]), id: Id }).nullable(),
    reason: z.string(),
  })
  .meta({ id: "DepositRow" });
export type DepositRow = z.infer<typeof DepositRow>;

export const Slots = z
  .number({ error: "must be a number" })
  .int("must be a whole number")
  .min(0, "must be at least 0")
  .max(100_000, "must be at most 100000");

export const DepositChange = z.strictObject({
  deposit: orNothing(Rupees).optional(),
  securityDeposit: orNothing(Rupees).optional(),
  depositBought: orNothing(Slots).optional(),
  depositUsed: orNothing(Slots).optional(),
  freeDeposit: orNothing(Slots).optional(),
  collectSecurityDeposit: z.boolean().optional(),
  receivedFreeDeposit: z.boolean().optional(),
  rev: Rev.optional(),
  reason: Reason,
});
export type DepositChange = z.infer<typeof DepositChange>;
