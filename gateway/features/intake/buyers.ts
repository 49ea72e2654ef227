import type { Actor } from "#shared/audit/audit.server.ts";
import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { openAccounts } from "#shared/users/open-accounts.server.ts";
import { newUser, type UserDocument } from "#shared/users/people.document.server.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { addRecordIn, changeRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;
type Person = Pick<IntakeOrder, "phone" | "name" | "email">;

/**
 * The buyer: the customer with this phone, who is made if there is none. Known data stays, only an empty name or email
 * is filled in; an email that another user has is dropped, and an operator's data is not changed.
 */
export const buyerIn = async (
  dbSession: DbSession,
  { mongo, audit, clock }: Parts,
  actor: Actor,
  { phone, name, email: requested }: Person,
): Promise<UserDocument> => {
  const { users } = mongo.collections;
  const known = await users.findOne({ phone }, { session: dbSession });
  const isMissed = (known?.email ?? "") === "" && requested !== "";
  const isTaken =
    isMissed && (await users.findOne({ email: requested }, { session: dbSession, projection: { _id: 1 } }));
  const email = isTaken ? "" : requested;

  if (!known) {
    const record = newUser({ phone, name, email, role: "customer", createdAt: new Date(clock.now()) });
    await addRecordIn(dbSession, { mongo, audit }, actor, { definition: userRecord, record });
    await openAccounts(mongo, dbSession, record._id);
    return record;
  }
  if (known.role !== "customer") return known;
  const { data } = await changeRecordIn(dbSession, { mongo, audit }, actor, {
    definition: userRecord,
    id: known._id,
    fields: (present) => ({
      ...(present.name === "" ? { name } : {}),
      ...(present.email === "" ? { email } : {}),
    }),
    show: (user) => user,
  });
  return data;
};
