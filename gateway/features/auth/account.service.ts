import type { Actor } from "#shared/audit/audit.server.ts";
import type { readMe } from "#shared/auth/auth.api.ts";
import type { Account, Me } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { LoginDocument } from "#shared/users/people.document.server.ts";
import { requireFreshProof, type SignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { hasColleague } from "../../records/own-account.ts";
import { cancelUnsentOf, signInEnded } from "../control-units/cancel-unsent.ts";
import type { Commanding } from "../control-units/commanding.ts";
import { userView } from "../users/users.view.ts";
import { loginView, operatorView } from "./auth.view.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import { requireCaller } from "./hold-caller.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import { createLoginTimes } from "./logins.ts";
import { endedLine } from "./sign-in-record.ts";
import { createUsersRepository } from "./users.repository.ts";

type Parts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "limits" | "log"> & {
  commanding: Pick<Commanding, "cancelUnsent">;
};

export const noUser = (id: string) => new DomainError("missing", `There is no user ${id}`);

/** The own account: who one is, and where one is signed in. */
export const createAccountService = (parts: Parts) => {
  const { mongo, clock, audit, limits } = parts;
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

  /**
   * Ends those of the open logins, and forgets the browsers that they were opened with, except the caller's own. To end a
   * login that is newer than the caller's needs a fresh proof: the thief of a token could end each new sign-in of its
   * operator at once. Throws `forbidden` without it. Nor is a browser forgotten without it that has signed in since: a
   * stranger's wrong codes would then keep the operator out of it for a day.
   */
  const endLogins = async (
    actor: Actor,
    by: SignedIn,
    isEnding: (login: LoginDocument) => boolean,
  ): Promise<LoginDocument[]> => {
    const ended = await mongo.inTransaction(async (dbSession) => {
      const { userId: user, loginId } = by;
      // A stolen one that was ended while this call waited ends none of its operator's.
      await requireCaller(dbSession, mongo, by);
      const now = new Date(clock.now());
      const open = await logins.open(user, now, dbSession);
      const own = open.find(({ _id }) => _id.equals(loginId));
      const kept = own?.device;
      const ending = open.filter(isEnding);
      const isNewer = (login: LoginDocument) =>
        (!own || login.createdAt > own.createdAt) && times.endOf(login) > now.getTime();
      if (ending.some(isNewer)) requireFreshProof(by);
      await logins.endAll(dbSession, ending, now);
      const forgotten = ending.flatMap(({ device }) => (device && !kept?.equals(device) ? [device] : []));
      const until = by.isFreshlyProved ? now : (own?.createdAt ?? new Date(0));
      await devices.forget(dbSession, user, forgotten, { until, days: limits.deviceDays });
      await audit.writeAll(
        dbSession,
        actor,
        ending.map((login) => endedLine(login, "ended")),
      );
      return ending;
    });
    if (ended.length > 0) await cancelUnsentOf(parts, actor, { startedBy: by.userId, reason: signInEnded });
    return ended;
  };

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

    /**
     * Ends one of the caller's own logins, and forgets the browser that it was opened with unless it is the caller's.
     */
    endLogin: async (signedIn: SignedIn, actor: Actor, id: string): Promise<Account> => {
      const ended = await endLogins(actor, signedIn, ({ _id }) => _id.equals(id));
      if (ended.length === 0) throw new DomainError("missing", "This sign-in has ended already");
      return view(signedIn);
    },

    endOthers: async (signedIn: SignedIn, actor: Actor): Promise<Account> => {
      await endLogins(actor, signedIn, ({ _id }) => !_id.equals(signedIn.loginId));
      return view(signedIn);
    },
  };
};
