import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { PasswordChange } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { requireFreshProof, type SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { cancelUnsentOf, signInEnded } from "../control-units/cancel-unsent.ts";
import type { Commanding } from "../control-units/commanding.ts";
import { noUser } from "./account.service.ts";
import { endLoginsIn } from "./end-logins.ts";
import type { FreshProof } from "./fresh-proof.service.ts";
import { holdCaller } from "./hold-caller.ts";
import { type NewPasswords, requirePasswordOwner } from "./new-password.ts";
import type { PhoneMessages } from "./phone-messages.ts";
import { createUsersRepository } from "./users.repository.ts";
import { whileStopped } from "./while-stopped.ts";

type Parts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "log" | "limits"> & {
  proof: FreshProof;
  messages: PhoneMessages;
  newPasswords: NewPasswords;
  commanding: Pick<Commanding, "cancelUnsent">;
};

const wrongPresent = "present: is not your current password";

/** One's own password, and those that admins set for others. */
export const createSetPasswords = (parts: Parts) => {
  const { mongo, audit, log, proof, messages, newPasswords } = parts;
  const users = createUsersRepository(mongo);

  const userOf = async (id: ObjectId, dbSession?: DbSession): Promise<UserDocument> => {
    const user = await users.byId(id, dbSession);
    if (!user) throw noUser(id.toHexString());
    return user;
  };

  /** Sets a password; what was opened before it ends, but the login of an operator who changes their own. */
  const setPassword = async (by: SignedIn, actor: Actor, user: UserDocument, password: string): Promise<void> => {
    const hash = await newPasswords.hashFor(user, password, by.userId);
    const isOwn = user._id.equals(by.userId);
    const store = async (dbSession: DbSession) => {
      await holdCaller(dbSession, mongo, by);
      const before = await userOf(user._id, dbSession);
      requirePasswordOwner(before);
      const after = await users.setPassword(dbSession, before, hash);
      if (!after) throw new DomainError("conflict", "This user was changed by somebody else meanwhile");
      const of = { collection: "users", id: user._id.toHexString() };
      await audit.write(dbSession, actor, { verb: "user.password-set", record: of, before, after });
      const kept = isOwn ? by.loginId : null;
      await endLoginsIn(dbSession, parts, actor, { user: user._id, why: "password-changed", kept });
    };
    await (isOwn ? mongo.inTransaction(store) : whileStopped(parts, user._id, store));
    messages.notify(user.phone, "password-changed");
    await cancelUnsentOf(parts, actor, { startedBy: user._id, reason: signInEnded });
    log.info({ user: user._id.toHexString() }, "a password was set");
  };

  return {
    /** With a password the present one proves the caller, else a fresh proof. */
    changeOwnPassword: async (signedIn: SignedIn, actor: Actor, change: PasswordChange): Promise<void> => {
      const user = await userOf(signedIn.userId);
      if (user.password === null) requireFreshProof(signedIn);
      else await proof.requirePassword(signedIn, actor, user, change.present ?? "", wrongPresent);
      await setPassword(signedIn, actor, user, change.password);
    },

    /** By an admin, for somebody else. All that one's logins end. */
    setPasswordOf: async (signedIn: SignedIn, actor: Actor, id: string, password: string): Promise<void> => {
      const userId = new ObjectId(id);
      if (userId.equals(signedIn.userId))
        throw new DomainError("invalid", "Change your own password on the Account page");
      await setPassword(signedIn, actor, await userOf(userId), password);
      messages.notify(signedIn.operator.phone, "operator-changed");
    },
  };
};
