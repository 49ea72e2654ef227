import type { Penalty } from "./penalty.schema.ts";

/** Still to be paid: what makes a user `hasPenalty`, and what the next order charges. */
export const isOwed = ({ paid, canceled }: Pick<Penalty, "paid" | "canceled">): boolean => !paid && !canceled;

/** What all of it comes to, in rupees. */
export const totalOf = ({ amount, quantity }: Pick<Penalty, "amount" | "quantity">): number =>
  (Math.round(amount * 100) * quantity) / 100;
