import { randomInt } from "node:crypto";
import { ObjectId } from "mongodb";
import { type CheckCredentials, type LoginCredentials, type NewUser, otpLength } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { UserDocument } from "#shared/runtime/documents.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import { isOperator, mayGrant } from "#shared/users/user.rules.ts";
import type { User } from "#shared/users/user.schema.ts";
import type { SignedIn } from "../../http/session.ts";
import type { GatewayParts } from "../../parts.ts";
import { newUserView } from "./auth.view.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import { createOtpRepository } from "./otp.repository.ts";
import type { OtpSender } from "./otp-sender.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { issueToken } from "./sessions.ts";
import { createUsersRepository } from "./users.repository.ts";

const tooMany = (what: string, waitMs: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new DomainError("too-many", `${what}. Try again in ${inWords(retryAfterSeconds)}`, { retryAfterSeconds });
};
const inWords = (seconds: number) =>
  seconds < 120 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.ceil(seconds / 60)} minutes`;

/** Unknown, customer and suspended are told apart by nobody. */
const mayNotSignIn = () => new DomainError("forbidden", "This user may not sign in");

/** Signing in and out, and adding users. */
export const createAuthService = (parts: GatewayParts, sender: OtpSender) => {
  const { mongo, clock, audit, limits } = parts;
  const users = createUsersRepository(mongo);
  const logins = createLoginsRepository(mongo);
  const codes = createOtpRepository(parts);

  /** Whoever waited too long has been answered 503: what comes late must not send a code or sign anybody in. */
  const inTime = <T>(work: Promise<T>): Promise<T> => within(limits.httpMs, "The database", work);

  const admitted = (user: UserDocument | null): UserDocument => {
    if (!user || user.suspend || !isOperator(user.role)) throw mayNotSignIn();
    return user;
  };

  const byCode = async (phone: string, code: string, use: boolean): Promise<UserDocument> => {
    const user = admitted(await inTime(users.byPhone(phone)));
    if (!(await codes.isRight(phone, code, use))) throw new DomainError("unauthenticated", "Invalid OTP");
    return user;
  };

  const byPassword = async (email: string, password: string): Promise<UserDocument> => {
    const waitMs = await codes.passwordWaitMs(email);
    if (waitMs > 0) throw tooMany("Too many wrong passwords", waitMs);
    const user = await inTime(users.byEmail(email));
    if (!(await isPassword(password, user?.password ?? null))) {
      throw new DomainError("unauthenticated", "Invalid email or password");
    }
    await codes.forgetPasswordTries(email);
    return admitted(user);
  };

  const prove = (credentials: LoginCredentials, use: boolean): Promise<UserDocument> =>
    "email" in credentials
      ? byPassword(credentials.email, credentials.password)
      : byCode(credentials.phone, credentials.OTP, use);

  return {
    /** Uses nothing up; wrong codes and passwords count all the same. */
    check: async (credentials: CheckCredentials): Promise<void> => {
      if ("OTP" in credentials || "email" in credentials) await prove(credentials, false);
      else admitted(await inTime(users.byPhone(credentials.phone)));
    },

    /** A new code replaces the one before it. */
    sendOtp: async (phone: string): Promise<void> => {
      admitted(await inTime(users.byPhone(phone)));
      const code = String(randomInt(10 ** otpLength)).padStart(otpLength, "0");
      const outcome = await codes.store(phone, code);
      if ("waitMs" in outcome) throw tooMany("Too many OTP requests", outcome.waitMs);
      try {
        await sender.send(phone, code);
      } catch (error) {
        await codes.takeBack(outcome.stored);
        throw error;
      }
    },

    logIn: async (credentials: LoginCredentials): Promise<string> =>
      issueToken(parts, (await prove(credentials, true))._id),

    logOut: ({ loginId }: SignedIn): Promise<void> => logins.end(loginId, new Date(clock.now())),

    /** Adds an operator or a customer. Nobody grants a role above his own; only an admin sets a password. */
    register: async (granter: SignedIn, actor: Actor, wish: NewUser): Promise<User> => {
      const { role } = granter.operator;
      if (!mayGrant(role, wish.role))
        throw new DomainError("forbidden", `You may not add a user with role ${wish.role}`);
      if (wish.password !== undefined) {
        if (role !== "admin") throw new DomainError("forbidden", "Only an admin may set a password");
        if (!isOperator(wish.role)) throw new DomainError("invalid", "password: a customer cannot sign in");
        if (wish.email === "") throw new DomainError("invalid", "email: is required with a password");
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
      try {
        await mongo.inTransaction(async (dbSession) => {
          await users.add(dbSession, user);
          await audit.write(dbSession, actor, {
            verb: "user.added",
            record: { collection: "users", id: user._id.toHexString() },
            before: null,
            after: user,
          });
        });
      } catch (error) {
        if (!isTaken(error)) throw error;
        const field = error.keyPattern?.email ? "email" : "phone";
        throw new DomainError("conflict", `A user with this ${field} exists already`);
      }
      return newUserView(user);
    },
  };
};
export type AuthService = ReturnType<typeof createAuthService>;
