import { type ModelCustomer, type ModelOrder, type ModelPenalty, newCustomer } from "./model.ts";

/** A can that was taken. */
export interface ModelTake {
  transactionId: string;
  path: string;
  customer: number;
  place: string;
  state: "pending" | "opened" | "refunded" | "returned";
  holdsSlot: boolean;
}

/** Everything that the model says there is. */
export interface IdealBooks {
  gstBasisPoints: number;
  freeDeposits: number;
  customers: [ModelCustomer, ModelCustomer];
  orders: (ModelOrder & { providerOrderId: string })[];
  penalties: ModelPenalty[];
  takes: ModelTake[];
  /** Whose accounts were deleted, by their ids. */
  gone: string[];
}

/** What orders, penalties and cans of the deleted name as their customer. */
export const nobody = -1;

export const openIdealBooks = (gstBasisPoints: number, freeDeposits: number): IdealBooks => ({
  gstBasisPoints,
  freeDeposits,
  customers: [{ ...newCustomer(), needDeposit: true, needSecurityDeposit: true }, newCustomer()],
  orders: [],
  penalties: [],
  takes: [],
  gone: [],
});

/** What a deleted one is given is written off at once: each time they hold nothing. */
export const customerOf = ({ customers }: IdealBooks, who: number): ModelCustomer =>
  who === nobody ? newCustomer() : customers[who === 0 ? 0 : 1];
/** Any of them, by a number that knows nothing of how many there are. */
export const anyOf = <T>(many: readonly T[], which: number): T | undefined => many[which % Math.max(1, many.length)];
