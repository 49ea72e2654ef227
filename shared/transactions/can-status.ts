import * as z from "zod";

/** Specification: Can status. `opened` was taken, `failed` was refunded; until then the can waits behind its door. */
export const CanStatus = z.enum(["pending", "opened", "failed"]);
export type CanStatus = z.infer<typeof CanStatus>;

/** Why somebody must look at a transaction. None of them moves cans or money. */
export const CanReview = z.enum([
  /** Its container was seen open after the can had been refunded. */
  "opened after refund",
  /** Two containers were seen open for it. */
  "opened twice",
]);
export type CanReview = z.infer<typeof CanReview>;
