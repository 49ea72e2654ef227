import type { Actor } from "#shared/audit/audit.server.ts";
import type { NewUser } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { openAccounts } from "#shared/users/open-accounts.server.ts";
import { newUser } from "#shared/users/people.document.server.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { isOperator, requireAdmin, whyNotGrant } from "#shared/users/user.rules.ts";
import type { User } from "#shared/users/user.schema.ts";
import { requireFreshProof, type SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { addRecordIn } from "../../records/change-record.ts";
import { userView } from "../users/users.view.ts";
import { holdCaller } from "./hold-caller.ts";
import type { NewPasswords } from "./new-password.ts";
import type { PhoneMessages } from "./phone-messages.ts";

type Parts = Pick<GatewayParts, "mongo" | "audit" | "clock"> & { messages: PhoneMessages; newPasswords: NewPasswords };

/**
 * Adds an operator or a customer (specification: Calls of signing in). Only an admin makes operators or sets a
 * password.
 */
export const createAddUser = ({ mongo, audit, clock, messages, newPasswords }: Parts) => {
  return async (granter: SignedIn, actor: Actor, input: NewUser): Promise<User> => {
    const { role } = granter.operator;
    const why = whyNotGrant(role, input.role);
    if (why !== null) throw new DomainError("forbidden", why);
    if (isOperator(input.role)) requireFreshProof(granter);
    if (input.password !== undefined) requireAdmin(role, "passwords");
    const password =
      input.password === undefined ? null : await newPasswords.hashFor(input, input.password, granter.userId);
    const record = newUser({ ...input, password, createdAt: new Date(clock.now()) });
    await mongo.inTransaction(async (dbSession) => {
      await addRecordIn(dbSession, { mongo, audit }, actor, { definition: userRecord, record });
      await openAccounts(mongo, dbSession, record._id);
      // Last: a phone that is taken must not hold the granter's sign-in, which a suspension ends.
      if (isOperator(input.role)) await holdCaller(dbSession, mongo, granter);
    });
    if (isOperator(input.role)) messages.notify(granter.operator.phone, "operator-changed");
    return userView(record);
  };
};
