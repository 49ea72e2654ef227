import { ObjectId } from "mongodb";
import type { AccountDeletionDocument } from "#shared/account-deletion/account-deletion.document.server.ts";
import { deletedText, erasedName, erasedPhone, whyNotDelete } from "#shared/account-deletion/account-deletion.rules.ts";
import type { Standing } from "#shared/account-deletion/account-deletion.schema.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { holdAccount } from "#shared/users/hold-account.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { holdUser } from "../auth/hold-caller.ts";
import { forgetPerson } from "./forget-person.ts";
import { standingOf } from "./standing-of.ts";
import { writeOff } from "./write-off.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;

/** Thrown with what stands open now, so that the admin decides on that. */
const otherwise = (standing: Standing) =>
  new DomainError("conflict", "What is still open has changed: check it again", { standing });

const isSame = (a: Standing, b: Standing) =>
  (Object.keys(a) as (keyof Standing)[]).every((figure) => a[figure] === b[figure]);

/**
 * Deletes an account for good, in one transaction: its accounts are written off, the person is forgotten, and the audit
 * names the admin, and the customer by id only. For an account that is deleted already only the request is processed.
 * Throws `conflict` where something is under way, or what is open differs from what the admin saw.
 */
export const deleteAccountIn = async (
  dbSession: DbSession,
  parts: Parts,
  actor: Actor,
  request: AccountDeletionDocument,
  accountStanding: Standing,
): Promise<AccountDeletionDocument> => {
  const { mongo, audit, clock } = parts;
  const { users, notes, accountDeletions } = mongo.collections;
  const now = new Date(clock.now());
  if (request.processedAt) throw new DomainError("conflict", deletedText);
  const user = await users.findOne({ _id: request.user }, { session: dbSession });
  if (user && !user.deletedAt) {
    // Before anything is written: a refused call must not hold an operator's record.
    const ofOperator = whyNotDelete({ role: user.role, processingOrders: 0, pendingTransactions: 0 });
    if (ofOperator !== null) throw new DomainError("conflict", ofOperator);
    // First: an edit of the customer that comes between would else let all of this begin again, without end.
    await holdUser(dbSession, mongo, user._id);
    await holdAccount(mongo, dbSession, user._id);
    await notes.updateOne({ _id: user._id }, { $set: { held: new ObjectId() } }, { session: dbSession });
    const { standing, held } = await standingOf(mongo, dbSession, user._id);
    const why = whyNotDelete({ role: user.role, ...standing });
    if (why !== null) throw new DomainError("conflict", why);
    if (!isSame(standing, accountStanding)) throw otherwise(standing);
    await writeOff(dbSession, parts, actor, user._id, held);
    await forgetPerson(mongo, dbSession, user, now);
    await eraseUser(dbSession, parts, user, now);
    await audit.write(dbSession, actor, {
      verb: "account.deleted",
      record: { collection: "users", id: user._id.toHexString() },
      before: standing,
      after: { deletedAt: now, request: request._id },
    });
  }
  const processed = await accountDeletions.findOneAndUpdate(
    { _id: request._id, processedAt: null },
    { $set: { processedAt: now, processedBy: actor.id }, $inc: { rev: 1 } },
    { session: dbSession, returnDocument: "after" },
  );
  if (!processed) throw new Error("a request changed inside a snapshot");
  // If the account was deleted before, no other audit line says that this request was processed.
  if (!user || user.deletedAt)
    await audit.write(dbSession, actor, {
      verb: "accountDeletion.processed",
      record: { collection: "accountDeletions", id: request._id.toHexString() },
      before: request,
      after: processed,
    });
  return processed;
};

const eraseUser = async (dbSession: DbSession, { mongo }: Parts, { _id }: UserDocument, deletedAt: Date) => {
  const erased = { name: erasedName, phone: erasedPhone(_id.toHexString()), email: "", password: null, deletedAt };
  const { matchedCount } = await mongo.collections.users.updateOne(
    { _id, role: "customer", deletedAt: { $exists: false } },
    { $set: erased, $inc: { rev: 1 } },
    { session: dbSession },
  );
  if (matchedCount === 0) throw new Error("a user changed inside a snapshot");
};
