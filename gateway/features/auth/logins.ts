import { ObjectId } from "mongodb";
import { createBatch } from "#shared/concurrency/batch.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { LoginDocument } from "#shared/users/people.document.server.ts";
import { refuseStopped } from "#shared/users/refuse-stopped.server.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import { type Logins, notSignedIn } from "../../http/login.ts";
import type { GatewayParts } from "../../parts.ts";
import { operatorView } from "./auth.view.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import type { Claims, Tokens } from "./tokens.ts";

export type LoginParts = Pick<GatewayParts, "config" | "mongo" | "clock" | "limits" | "log">;

/** How long a login lasts; `lastUsedAt` is missing in older logins, which count as used now. */
export const createLoginTimes = ({ config, clock }: Pick<LoginParts, "config" | "clock">) => {
  const longestMs = config.LOGIN_HOURS * 3_600_000;
  const idleMs = config.LOGIN_IDLE_MINUTES * 60_000;
  return {
    longestMs,
    /** Milliseconds since 1970; a later use moves it, never past the longest. */
    endOf: ({ expiresAt, lastUsedAt }: Pick<LoginDocument, "expiresAt" | "lastUsedAt">): number =>
      Math.min(expiresAt.getTime(), (lastUsedAt?.getTime() ?? clock.now()) + idleMs),
  };
};

/** What the token of a login says. */
export const claimsOf = ({ _id, user, createdAt, expiresAt }: LoginDocument): Claims => ({
  sub: user.toHexString(),
  jti: _id.toHexString(),
  iat: Math.floor(createdAt.getTime() / 1_000),
  exp: Math.floor(expiresAt.getTime() / 1_000),
});

/** Reads the owner of a token: the token itself, its login, and its user at present. */
export const createLogins = (parts: LoginParts & { tokens: Pick<Tokens, "read"> }): Logins => {
  const { mongo, clock, limits, log, tokens } = parts;
  const stored = createLoginsRepository(mongo);
  const times = createLoginTimes(parts);
  type LoginKeys = Parameters<typeof stored.withUsers>[0][number];
  type Found = Awaited<ReturnType<typeof stored.withUsers>>[number];
  const withUser = createBatch<LoginKeys, Found>({
    work: async (requested) => (await stored.withUsers(requested)).map((done) => ({ done })),
    ...limits.credentialBatches,
  });
  const noteUse = createBatch<Parameters<typeof stored.use>[0][number], void>({
    work: async (used) => {
      await stored.use(used);
      return used.map(() => ({ done: undefined }));
    },
    ...limits.credentialBatches,
  });

  const readerOf: Logins["readerOf"] = (token) => {
    const claims = tokens.read(token);
    if (!claims) return null;
    return async () => {
      const [loginId, userId] = [new ObjectId(claims.jti), new ObjectId(claims.sub)];
      const found = await within(limits.httpMs, "The sign-in", withUser({ loginId, userId })).catch((error: Error) => {
        log.warn({ why: error.message }, "a sign-in could not be read");
        // A failed read neither lets the caller in nor signs them out.
        throw new DomainError("unavailable", "Your sign-in cannot be checked right now; try again shortly");
      });
      if (!found) throw notSignedIn();
      const { login, user } = found;
      const endsAt = times.endOf(login);
      if (login.endedAt || endsAt <= clock.now()) throw notSignedIn();
      if (user.suspend || !isOperator(user.role)) throw notSignedIn();
      refuseStopped(user, clock.now());
      const lastUsedAt = login.lastUsedAt?.getTime() ?? 0;
      const isFreshlyProved = (login.provedUntil?.getTime() ?? 0) > clock.now();
      return { loginId, userId, operator: operatorView(user), endsAt, lastUsedAt, isFreshlyProved };
    };
  };

  return {
    readerOf,

    read: async (token) => {
      const read = readerOf(token);
      if (!read) throw notSignedIn();
      return read();
    },

    use: async ({ loginId, lastUsedAt }) => {
      const now = clock.now();
      if (now - lastUsedAt < limits.storeLastUseEveryMs) return;
      const use = { loginId, since: new Date(now - limits.storeLastUseEveryMs), at: new Date(now) };
      await within(limits.httpMs, "The sign-in", noteUse(use)).catch((error: Error) => {
        // The next use logs it again.
        log.warn({ why: error.message }, "the use of a sign-in could not be stored");
      });
    },
  };
};
