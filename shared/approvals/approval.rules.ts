import type { Role } from "../users/user.schema.ts";
import type { Approval, ApprovalKind } from "./approval.schema.ts";

/** On whose authority a change is made: the role of one operator who acts alone, or another one has agreed to it. */
export type Word = Role | "agreed";

/** What the button says where one person does not suffice, and what is requested. */
export const approvalWords: Record<ApprovalKind, { button: string; requests: string }> = {
  user: { button: "Ask for Update", requests: "an update of this user" },
  order: { button: "Ask for Status", requests: "another status of this order" },
  deposit: { button: "Ask for Deposit", requests: "a change of this deposit" },
  cans: { button: "Ask for Cans", requests: "a change of these cans" },
  refund: { button: "Ask for Refund", requests: "a refund of this can" },
  "own-order": { button: "Ask for Order", requests: "an order of their own that is free or has a coupon" },
};

export const alreadyRequestedText = "Somebody asked for this already: another operator approves or declines it";
export const decidedText = "This request was decided already, or has ended";
const ownRequestText = "Another operator must approve or decline your request";
const ownAccountText = "Another operator must decide a request about your own account";
export const oneSufficesText = "This needs no second person: make the change yourself";
export const phoneText = "Staff need a second person to change a customer's phone";
export const calledPaidText = "Staff need a second person to set 'payment successful'; Verify Payment needs none";

/** Why the operator may not approve it; null where they may. The requester may withdraw it instead. */
export const whyNotApprove = (
  { state, by, user }: Pick<Approval, "state" | "user"> & { by: { _id: string } },
  operator: string,
): string | null => {
  if (state !== "requested") return decidedText;
  if (by._id === operator) return ownRequestText;
  return user === operator ? ownAccountText : null;
};

/** How much of one customer's account operators have changed by hand today, and what one of them may alone. */
export interface ByHand {
  /** The most that one person may do on a day; null: one person always suffices. */
  alone: number | null;
  today: number;
  more: number;
}

export const isAboveAlone = ({ alone, today, more }: ByHand): boolean =>
  alone !== null && more > 0 && today + more > alone;

/** `of` says an amount with its unit: '5 cans'. */
export const byHandText = ({ alone, today, more }: ByHand, of: (amount: number) => string): string =>
  `One person may change ${of(alone ?? 0)} of a customer a day by hand: this makes ${of(today + more)} today`;
