import { ObjectId } from "mongodb";
import type { readMe } from "#shared/auth/auth.api.ts";
import type { Account, Me, PasswordChange } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { LoginDocument, UserDocument } from "#shared/runtime/documents/people.ts";
import { isOperator, requireAdmin } from "#shared/users/user.rules.ts";
import type { SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { hasColleague } from "../own-account.ts";
import { userView } from "../users/users.view.ts";
import { loginView, operatorView } from "./auth.view.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import { endLoginsIn } from "./end-logins.ts";
import type { Guesses } from "./guesses.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import { createLoginTimes } from "./logins.ts";
import { refuseWeak } from "./password-strength.ts";
import { hashPassword, inPasswordTurn, isPassword } from "./passwords.ts";
import { endedLine, type SignInRecord } from "./sign-in-record.ts";
import { tooMany } from "./too-many.ts";
import { createUsersRepository } from "./users.repository.ts";

type Parts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "log"> & {
  guesses: Guesses;
  record: SignInRecord;
};

const noUser = (id: string) => new DomainError("missing", `There is no user ${id}`);

/** The own account: who one is, where one is signed in, and the password. */
export const createAccountService = (parts: Parts) => {
  const { mongo, clock, audit, log, guesses, record } = parts;
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
    const hash = await hashPassword(password);
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

  /** A wrong one counts for this login, as at the door. */
  const requirePresent = (user: UserDocument, loginId: ObjectId, actor: Actor, present: string): Promise<void> =>
    inPasswordTurn(async () => {
      const of = { account: user._id.toHexString(), device: loginId };
      const guess = await guesses.reserveTry(of);
      if (guess.is === "must-wait") throw tooMany("Too many wrong tries", guess.waitMs);
      if (!(await isPassword(present, user.password))) {
        const waits = guess.is === "wrong" && guess.left === 0;
        await record.failed(user._id, { way: "password", device: loginId, from: actor.from, waits });
        // Not 401: the sign-in itself is all right.
        throw new DomainError("invalid", "present: is not your present password");
      }
      if (guess.is === "wrong") await guesses.giveTryBack(of, guess.tryId);
    });

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

    /** The present password is asked for where there is one. */
    changeOwnPassword: async (signedIn: SignedIn, actor: Actor, change: PasswordChange): Promise<void> => {
      const { userId, loginId } = signedIn;
      const user = await users.byId(userId);
      if (!user) throw noUser(userId.toHexString());
      if (user.password !== null) await requirePresent(user, loginId, actor, change.present ?? "");
      await refuseWeak(change.password, user);
      await setPassword(actor, userId, change.password, loginId);
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
    },
  };
};
