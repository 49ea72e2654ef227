import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { PasswordChange } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import { requireFreshProof, type SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { noUser } from "./account.service.ts";
import { endLoginsIn } from "./end-logins.ts";
import type { FreshProof } from "./fresh-proof.service.ts";
import { holdCaller, holdOperator } from "./hold-caller.ts";
import { refuseWeak } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";
import type { PhoneMessages } from "./phone-messages.ts";
import { createUsersRepository } from "./users.repository.ts";

type Parts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "log" | "limits"> & {
  proof: FreshProof;
  messages: PhoneMessages;
};

const wrongPresent = "present: is not your current password";

/** One's own password, and those that admins set for others. */
export const createSetPasswords = (parts: Parts) => {
  const { mongo, audit, log, limits, proof, messages } = parts;
  const users = createUsersRepository(mongo);

  /** Sets a password; what was opened before it ends, but the login of an operator who changes their own. */
  const setPassword = async (by: SignedIn, actor: Actor, userId: ObjectId, password: string): Promise<void> => {
    const hash = await hashPassword(password, limits.passwordCost);
    const kept = userId.equals(by.userId) ? by.loginId : null;
    await mongo.inTransaction(async (dbSession) => {
      if (kept === null) await holdOperator(dbSession, mongo, userId);
      await holdCaller(dbSession, mongo, by);
      const before = await users.byId(userId, dbSession);
      if (!before) throw noUser(userId.toHexString());
      if (!isOperator(before.role)) throw new DomainError("invalid", "A customer cannot sign in");
      if (before.email === "") throw new DomainError("invalid", "email: is required with a password");
      const after = await users.setPassword(dbSession, before, hash);
      if (!after) throw new DomainError("conflict", "This user was changed by somebody else meanwhile");
      const of = { collection: "users", id: userId.toHexString() };
      await audit.write(dbSession, actor, { verb: "user.password-set", record: of, before, after });
      await endLoginsIn(dbSession, parts, actor, { user: userId, why: "password-changed", kept });
    });
    log.info({ user: userId.toHexString() }, "a password was set");
  };

  return {
    /** With a password the present one proves the caller, else a fresh proof. */
    changeOwnPassword: async (signedIn: SignedIn, actor: Actor, change: PasswordChange): Promise<void> => {
      const { userId } = signedIn;
      const user = await users.byId(userId);
      if (!user) throw noUser(userId.toHexString());
      if (user.password === null) requireFreshProof(signedIn);
      else await proof.requirePassword(signedIn, actor, user, change.present ?? "", wrongPresent);
      await refuseWeak(change.password, user);
      await setPassword(signedIn, actor, userId, change.password);
      messages.notify(user.phone, "password-changed");
    },

    /** By an admin, for somebody else. All that one's logins end. */
    setPasswordOf: async (signedIn: SignedIn, actor: Actor, id: string, password: string): Promise<void> => {
      const userId = new ObjectId(id);
      if (userId.equals(signedIn.userId))
        throw new DomainError("invalid", "Change your own password on the Account page");
      const user = await users.byId(userId);
      if (!user) throw noUser(id);
      await refuseWeak(password, user);
      await setPassword(signedIn, actor, userId, password);
      messages.notify(user.phone, "password-changed");
      messages.notify(signedIn.operator.phone, "operator-changed");
    },
  };
};
