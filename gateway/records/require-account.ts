import { ObjectId } from "mongodb";
import { deletedText } from "#shared/account-deletion/account-deletion.rules.ts";
import type { RecordDefinition } from "#shared/events/records.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { holdAccount } from "#shared/users/hold-account.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { missing } from "./change-record.ts";

/** Throws `conflict` for an account that was deleted: nothing is written about nobody. */
export const refuseDeleted = ({ deletedAt }: Pick<UserDocument, "deletedAt">): void => {
  if (deletedAt) throw new DomainError("account-deleted", deletedText);
};

/**
 * The user whose account is to be changed, in the transaction that changes it. Throws `missing` in the words of what is
 * changed, `conflict` for a deleted one. A deletion at the same moment writes what the change writes: one of them waits.
 */
export const requireAccount = async (
  { collections: { users } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  id: string,
  definition: RecordDefinition = userRecord,
): Promise<Pick<UserDocument, "_id">> => {
  const user = await users.findOne(
    { _id: new ObjectId(id) },
    { session: dbSession, projection: { _id: 1, deletedAt: 1 } },
  );
  if (!user) throw missing(definition, id);
  refuseDeleted(user);
  return user;
};

/**
 * The same for a change of a record of theirs that the deletion would not write: a comment, a reason, a message. The
 * account stays where it is until the change is stored. Throws as `requireAccount` does.
 */
export const holdLivingAccount = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
): Promise<void> => {
  await requireAccount(mongo, dbSession, user.toHexString());
  await holdAccount(mongo, dbSession, user);
};
