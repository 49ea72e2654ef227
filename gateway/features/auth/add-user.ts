import { ObjectId } from "mongodb";
import type { NewUser } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import { openAccounts } from "#shared/runtime/books/open-accounts.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import { isOperator, requireAdmin, whyNotGrant } from "#shared/users/user.rules.ts";
import type { User } from "#shared/users/user.schema.ts";
import type { SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { userView } from "../users/users.view.ts";
import { refuseWeak } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";
import { createUsersRepository } from "./users.repository.ts";

/** Adds an operator or a customer (specification: Add New User). Only an admin makes operators or sets a password. */
export const createAddUser = ({ mongo, audit, clock }: Pick<GatewayParts, "mongo" | "audit" | "clock">) => {
  const users = createUsersRepository(mongo);
  return async (granter: SignedIn, actor: Actor, wish: NewUser): Promise<User> => {
    const { role } = granter.operator;
    const why = whyNotGrant(role, wish.role);
    if (why !== null) throw new DomainError("forbidden", why);
    if (wish.password !== undefined) {
      requireAdmin(role, "passwords");
      if (!isOperator(wish.role)) throw new DomainError("invalid", "password: a customer cannot sign in");
      if (wish.email === "") throw new DomainError("invalid", "email: is required with a password");
      await refuseWeak(wish.password, wish);
    }
    const user: UserDocument = {
      _id: new ObjectId(),
      phone: wish.phone,
      name: wish.name,
      email: wish.email,
      role: wish.role,
      suspend: wish.suspend ?? false,
      needDeposit: wish.needDeposit ?? false,
      needSecurityDeposit: wish.needSecurityDeposit ?? false,
      password: wish.password === undefined ? null : await hashPassword(wish.password),
      createdAt: new Date(clock.now()),
      rev: 0,
    };
    await mongo.inTransaction(async (dbSession) => {
      await users.add(dbSession, user);
      await openAccounts(mongo, dbSession, user._id);
      const record = { collection: "users", id: user._id.toHexString() };
      await audit.write(dbSession, actor, { verb: "user.added", record, before: null, after: user });
    });
    return userView(user);
  };
};
