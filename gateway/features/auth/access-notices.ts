import type { UserDocument } from "#shared/users/people.document.server.ts";
import { changesAccess, isOperator } from "#shared/users/user.rules.ts";
import type { UserChange } from "#shared/users/user.schema.ts";
import type { SignedIn } from "../../http/login.ts";
import type { PhoneMessages } from "./phone-messages.ts";

/**
 * Notifies operators of a stored edit that changed who signs in, or how: the operator at their own phone (the old one
 * if it changed), and the operator who made the edit for somebody else.
 */
export const notifyOfAccess = (
  messages: PhoneMessages,
  { userId, operator }: Pick<SignedIn, "userId" | "operator">,
  before: UserDocument,
  change: Omit<UserChange, "rev">,
): void => {
  if (!changesAccess(before, change)) return;
  if (isOperator(before.role)) {
    if ((change.phone ?? before.phone) !== before.phone) messages.notify(before.phone, "phone-changed");
    if ((change.email ?? before.email) !== before.email) messages.notify(before.phone, "email-changed");
  }
  if (!userId.equals(before._id)) messages.notify(operator.phone, "operator-changed");
};
