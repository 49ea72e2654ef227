import type { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { type OwnAction, ownActions } from "#shared/users/own-actions.rules.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";

type Stores = Pick<Mongo, "collections">;

/** Another operator who may sign in, other than those `besides`. */
export const hasColleague = async (
  { collections: { users } }: Stores,
  operator: ObjectId,
  dbSession?: DbSession,
  besides: readonly ObjectId[] = [],
): Promise<boolean> => {
  const other = await users.findOne(
    { role: { $in: operatorRoles }, suspend: false, _id: { $nin: [operator, ...besides] } },
    { ...(dbSession ? { session: dbSession } : {}), hint: { role: 1, suspend: 1 }, projection: { _id: 1 } },
  );
  return other !== null;
};

/**
 * Whether an operator acts on their own account while somebody else could. The only operator may do for themselves what
 * nobody else can, and the audit shows it.
 */
export const isOwnAccount = async (
  stores: Stores,
  dbSession: DbSession,
  { kind, id }: Actor,
  user: ObjectId,
): Promise<boolean> => kind === "operator" && id?.equals(user) === true && hasColleague(stores, user, dbSession);

/** Throws `forbidden`, with who may do it. */
export const refuseOwnAction = async (
  stores: Stores,
  dbSession: DbSession,
  actor: Actor,
  user: ObjectId,
  action: OwnAction,
): Promise<void> => {
  if (await isOwnAccount(stores, dbSession, actor, user)) throw new DomainError("forbidden", ownActions[action]);
};
