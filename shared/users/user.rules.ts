import { DomainError } from "../http/domain-error.ts";
import type { Role, User } from "./user.schema.ts";

/** Who may sign in to the console. */
export const operatorRoles = ["admin", "staff"] as const satisfies readonly Role[];
export const isOperator = (role: Role): boolean => role !== "customer";

/** What only an admin does, as a refusal and a greyed-out button say it. */
const adminActions = {
  "unit-secrets": "Only an admin may read or renew the secret of a control unit",
  roles: "Only an admin may grant a role or make staff",
  "sign-ins": "Only an admin may change how another operator signs in, suspend one or let one in again",
  passwords: "Only an admin may set a password for somebody else",
  "api-keys": "Only an admin may see, create or end API keys",
  "alarm-rules": "Only an admin may change who is notified of alarms",
  webhooks: "Only an admin may see or change webhooks",
  settings: "Only an admin may change the settings",
  reconciliation: "Only an admin may start the reconciliation",
  jobs: "Only an admin may retry a job",
  health: "Only an admin may see the health of the installation",
  "stock-rebuild": "Only an admin may rebuild the stock in Redis",
  "account-deletion": "Only an admin may delete an account",
  "user-data": "Only an admin may download a user's data",
} as const;
export type AdminAction = keyof typeof adminActions;

/** Why this role may not do it; null when it may. */
export const whyOnlyAdmin = (role: Role, action: AdminAction): string | null =>
  role === "admin" ? null : adminActions[action];

/** Throws `forbidden` in the same words. */
export const requireAdmin = (role: Role, action: AdminAction): void => {
  const why = whyOnlyAdmin(role, action);
  if (why !== null) throw new DomainError("forbidden", why);
};

/** Why an operator of role `by` may not add a user with that role; null when they may. Staff add customers. */
export const whyNotGrant = (by: Role, role: Role): string | null => {
  if (!isOperator(by)) return "A customer may not add users";
  return isOperator(role) ? whyOnlyAdmin(by, "roles") : null;
};

/** Whether this edit takes an admin's rights away. */
export const losesAdmin = (user: Pick<User, "role">, change: Edited): boolean =>
  user.role === "admin" && ((change.role !== undefined && change.role !== "admin") || change.suspend === true);

/** Whether this edit leaves an operator without the console. */
export const losesConsole = (user: Pick<User, "role">, change: Edited): boolean =>
  isOperator(user.role) && ((change.role !== undefined && !isOperator(change.role)) || change.suspend === true);

type Person = Pick<User, "_id" | "role">;
type SignsIn = Pick<User, "phone" | "email" | "suspend">;
type Edited = { [F in "role" | keyof SignsIn]?: User[F] | undefined };

/**
 * An operator who changes another one's phone gets their codes: they could sign in as them, and be their own second
 * person. One who suspends all others is alone, and needs no second person any more.
 */
const changesSignIn = (user: Partial<SignsIn>, { phone, email, suspend }: Edited): boolean =>
  (phone !== undefined && phone !== user.phone) ||
  (email !== undefined && email !== user.email) ||
  (suspend !== undefined && user.suspend !== undefined && suspend !== user.suspend);

/**
 * Whether this edit decides who may sign in to the console, or how: the thief of a token must neither become an
 * operator nor shut the others out.
 */
export const changesAccess = (user: Pick<User, "role"> & SignsIn, change: Edited): boolean =>
  (isOperator(user.role) || isOperator(change.role ?? user.role)) &&
  (["phone", "email", "suspend", "role"] as const).some(
    (field) => change[field] !== undefined && change[field] !== user[field],
  );

/**
 * Why `by` may not change `user` like this; null when they may. `otherAdmins`: other admins who are not suspended; the
 * last one stays an admin who can sign in.
 */
export const whyNotEditUser = (
  by: Person,
  user: Person & Partial<SignsIn>,
  change: Edited,
  otherAdmins: number,
): string | null => {
  const changesRole = change.role !== undefined && change.role !== user.role;
  if (by.role !== "admin" && user.role === "admin") return "Only an admin may edit an admin";
  if (changesRole && by.role !== "admin") return adminActions.roles;
  const isColleague = isOperator(user.role) && by._id !== user._id;
  if (by.role !== "admin" && isColleague && changesSignIn(user, change)) return adminActions["sign-ins"];
  if (change.suspend && by._id === user._id) return "Nobody suspends himself";
  return losesAdmin(user, change) && otherAdmins === 0
    ? "This is the last admin: make another user an admin first"
    : null;
};
