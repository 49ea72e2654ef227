import type { CanReview } from "#shared/transactions/can-status.ts";

/** Why somebody must look at a transaction, and what about it. */
export const reviewWords: Record<CanReview, string> = {
  "opened after refund":
    "Its container was seen open after the can had been refunded: the customer may have both the can and its credit.",
  "opened twice": "Two containers were seen open for it: the customer may have two cans for one.",
};
