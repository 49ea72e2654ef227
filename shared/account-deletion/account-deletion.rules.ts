import { isOperator } from "../users/user.rules.ts";
import type { Role } from "../users/user.schema.ts";
import type { Standing } from "./account-deletion.schema.ts";

/** What stands for a name that was deleted. */
export const erasedName = "Account deleted";
/** No phone, and of its own for each account. */
export const erasedPhone = (id: string): string => `deleted-${id}`;
/** What rows of the books say that write off what was left. */
export const writtenOff = "Account deleted";

export const deletedText = "This account was deleted";

type Open = Pick<Standing, "processingOrders" | "pendingTransactions">;

/** Why an account cannot be deleted now; null when it can. What is under way would end in an account of nobody. */
export const whyNotDelete = ({ role, processingOrders, pendingTransactions }: Open & { role: Role }): string | null => {
  if (isOperator(role)) return "This is an operator's account: make the user a customer first";
  if (processingOrders > 0) return "An order is processing: wait until it is paid, failed or canceled";
  return pendingTransactions > 0 ? "A transaction is pending: open or refund it first" : null;
};
