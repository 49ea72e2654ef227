import { ObjectId } from "mongodb";
import { anotherRoleText } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { notSignedIn, type SignedIn } from "../../http/login.ts";

/**
 * For calls that decide who may sign in, or how: the caller must still be signed in, with the same role, until the
 * transaction ends. For every change the audit checks that this was so when the transaction began; this function also
 * keeps anybody from ending the sign-in during the transaction. Throws `unauthenticated`, or `forbidden` after another
 * role.
 */
export const holdCaller = async (
  dbSession: DbSession,
  { collections: { users, logins } }: Pick<Mongo, "collections">,
  { userId, loginId, operator }: Pick<SignedIn, "userId" | "loginId" | "operator">,
): Promise<void> => {
  const login = await logins.updateOne(
    { _id: loginId, user: userId, endedAt: null },
    { $set: { heldToGrant: new ObjectId() } },
    { session: dbSession },
  );
  if (login.matchedCount === 0) throw notSignedIn();
  // Who is suspended loses their logins in the same transaction; another role leaves them.
  const user = await users.findOne({ _id: userId }, { session: dbSession, projection: { role: 1 } });
  if (user?.role !== operator.role) throw new DomainError("forbidden", anotherRoleText);
};

/**
 * For calls about the operator's own record, which the audit does not check: the sign-in must have stood when the
 * transaction began. Nothing is locked, or the thief of a sign-in could keep others from ending it. Throws
 * `unauthenticated`.
 */
export const requireCaller = async (
  dbSession: DbSession,
  { collections: { logins } }: Pick<Mongo, "collections">,
  { loginId }: Pick<SignedIn, "loginId">,
): Promise<void> => {
  const standing = { _id: loginId, endedAt: null };
  if (!(await logins.findOne(standing, { session: dbSession, projection: { _id: 1 } }))) throw notSignedIn();
};

/**
 * Writes this user's record without changing it: of two transactions that do so at once, or change it, only one is done.
 */
export const holdUser = async (
  dbSession: DbSession,
  { collections: { users } }: Pick<Mongo, "collections">,
  user: ObjectId,
): Promise<void> => {
  await users.updateOne({ _id: user }, { $set: { held: new ObjectId() } }, { session: dbSession });
};

/**
 * Writes this user's open sign-ins without changing them. `holdCaller` writes one of them: of two admins who take each
 * other's rights at once, one is refused.
 */
export const holdLogins = async (
  dbSession: DbSession,
  { collections: { logins } }: Pick<Mongo, "collections">,
  user: ObjectId,
): Promise<void> => {
  await logins.updateMany({ user, endedAt: null }, { $set: { heldToGrant: new ObjectId() } }, { session: dbSession });
};
