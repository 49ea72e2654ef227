import * as z from "zod";
import { Id, Moment, Rev } from "../http/fields.ts";

const count = z.number().int();

/** A customer who wants their account deleted, as it is published: by id, never by phone. */
export const AccountDeletionRecord = z
  .object({
    _id: Id,
    userId: Id,
    requestTime: Moment,
    requestProcessed: z.boolean(),
    processedAt: Moment.nullable(),
    rev: Rev,
  })
  .meta({ id: "AccountDeletionRecord" });
export type AccountDeletionRecord = z.infer<typeof AccountDeletionRecord>;

/** Specification: Entities. The phone is the user's as it is now: of a deleted account `deleted-` and the id. */
export const AccountDeletion = AccountDeletionRecord.extend({ UserPhoneNumber: z.string() }).meta({
  id: "AccountDeletion",
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** An account's balances that its deletion writes off, and what forbids it. Money in rupees. */
export const Standing = z.strictObject({
  /** Bought and not yet taken. */
  cans: count,
  deposit: z.number(),
  securityDeposit: z.number(),
  depositBought: count,
  depositUsed: count,
  freeDeposit: count,
  /** Unpaid penalties, and what they come to. */
  penalties: count,
  penaltiesAmount: z.number(),
  processingOrders: count,
  pendingTransactions: count,
});
export type Standing = z.infer<typeof Standing>;
