import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { readMe } from "#shared/auth/auth.api.ts";
import type { Account, Me, PasswordChange } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { LoginDocument } from "#shared/users/people.document.server.ts";
import { isOperator, requireAdmin } from "#shared/users/user.rules.ts";
import { requireFreshProof, type SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { hasColleague } from "../../records/own-account.ts";
import { userView } from "../users/users.view.ts";
import { loginView, operatorView } from "./auth.view.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import { endLoginsIn } from "./end-logins.ts";
import type { FreshProof } from "./fresh-proof.service.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import { createLoginTimes } from "./logins.ts";
import { refuseWeak } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";
import type { PhoneMessages } from "./phone-messages.ts";
import { endedLine } from "./sign-in-record.ts";
import { createUsersRepository } from "./users.repository.ts";

type Parts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "log" | "limits"> & {
  proof: FreshProof;
  messages: PhoneMessages;
};

const wrongPresent = "present: is not your present password";

const noUser = (id: string) => new DomainError("missing", `There is no user ${id}`);

/** The own account: who one is, where one is signed in, and the password. */
export const createAccountService = (parts: Parts) => {
  const { mongo, clock, audit, log, limits, proof, messages } = parts;
  const users = createUsersRepository(mongo);
  const logins = createLoginsRepository(mongo);
  const devices = createDevicesRepository(mongo);
  const times = createLoginTimes(parts);

  const view = async ({ userId, loginId }: SignedIn): Promise<Account> => {
    const [user, open] = await Promise.all([users.byId(userId), logins.open(userId, new Date(clock.now()))]);
    if (!user) throw noUser(userId.toHexString());
    const own = open.find(({ _id }) => _id.equals(loginId));
    const { failedTries } = own ?? {};
    return {
      user: operatorView(user),
      hasPassword: user.password !== null,
      failedTries: failedTries ? { count: failedTries.count, since: failedTries.since.toISOString() } : null,
      logins: open
        .filter((login) => times.endOf(login) > clock.now())
        .map((login) => loginView(login, loginId))
        .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastUsedAt.localeCompare(a.lastUsedAt)),
    };
  };

  /** Ends these logins where they still stand, and forgets the devices that they were opened with. */
  const endLogins = (actor: Actor, user: ObjectId, ids: ObjectId[], kept: ObjectId | null): Promise<LoginDocument[]> =>
    mongo.inTransaction(async (dbSession) => {
      const now = new Date(clock.now());
      const ended: LoginDocument[] = [];
      for (const id of ids) {
        const login = await logins.end(dbSession, user, id, now);
        if (login) ended.push(login);
      }
      const forgotten = ended.flatMap(({ device }) => (device && !(kept && device.equals(kept)) ? [device] : []));
      await devices.forget(dbSession, user, forgotten);
      await audit.writeAll(
        dbSession,
        actor,
        ended.map((login) => endedLine(login, "ended")),
      );
      return ended;
    });

  /** Sets a password; what was opened before it ends, but the login that is kept. */
  const setPassword = async (
    actor: Actor,
    userId: ObjectId,
    password: string,
    kept: ObjectId | null,
  ): Promise<void> => {
    const hash = await hashPassword(password, limits.passwordCost);
    await mongo.inTransaction(async (dbSession) => {
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

  const ownDevice = async ({ userId, loginId }: SignedIn): Promise<ObjectId | null> =>
    (await logins.find(userId, loginId))?.device ?? null;

  return {
    view,

    me: async ({ userId }: SignedIn): Promise<CallReply<typeof readMe>> => {
      const user = await users.byId(userId);
      if (!user) throw noUser(userId.toHexString());
      const { needDeposit, hasPenalty, needSecurityDeposit, suspend } = userView(user);
      const me: Me = { ...operatorView(user), needDeposit, hasPenalty, needSecurityDeposit, suspend };
      return { user: me, hasColleague: await hasColleague(mongo, userId) };
    },

    logOut: async ({ userId, loginId }: SignedIn, actor: Actor): Promise<void> => {
      await mongo.inTransaction(async (dbSession) => {
        const login = await logins.end(dbSession, userId, loginId, new Date(clock.now()));
        if (login) await audit.write(dbSession, actor, endedLine(login, "logged-out"));
      });
    },

    /** One of the own logins; the device that it was opened with is a stranger's from now on. */
    endLogin: async (signedIn: SignedIn, actor: Actor, id: string): Promise<Account> => {
      const ended = await endLogins(actor, signedIn.userId, [new ObjectId(id)], await ownDevice(signedIn));
      if (ended.length === 0) throw new DomainError("missing", "This sign-in has ended already");
      return view(signedIn);
    },

    endOthers: async (signedIn: SignedIn, actor: Actor): Promise<Account> => {
      const open = await logins.open(signedIn.userId, new Date(clock.now()));
      const others = open.flatMap(({ _id }) => (_id.equals(signedIn.loginId) ? [] : [_id]));
      await endLogins(actor, signedIn.userId, others, await ownDevice(signedIn));
      return view(signedIn);
    },

    /** With a password the present one proves the caller, else a fresh proof. */
    changeOwnPassword: async (signedIn: SignedIn, actor: Actor, change: PasswordChange): Promise<void> => {
      const { userId, loginId } = signedIn;
      const user = await users.byId(userId);
      if (!user) throw noUser(userId.toHexString());
      if (user.password === null) requireFreshProof(signedIn);
      else await proof.requirePassword(signedIn, actor, user, change.present ?? "", wrongPresent);
      await refuseWeak(change.password, user);
      await setPassword(actor, userId, change.password, loginId);
      messages.notify(user.phone, "password-changed");
    },

    /** By an admin, for somebody else. All that one's logins end. */
    setPasswordOf: async (signedIn: SignedIn, actor: Actor, id: string, password: string): Promise<void> => {
      requireAdmin(signedIn.operator.role, "passwords");
      const userId = new ObjectId(id);
      if (userId.equals(signedIn.userId))
        throw new DomainError("invalid", "Change your own password on the Account page");
      const user = await users.byId(userId);
      if (!user) throw noUser(id);
      await refuseWeak(password, user);
      await setPassword(actor, userId, password, null);
      messages.notify(user.phone, "password-changed");
      messages.notify(signedIn.operator.phone, "operator-changed");
    },
  };
};
