import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import { notSignedIn, type Sessions } from "../../http/session.ts";
import type { GatewayParts } from "../../parts.ts";
import { operatorView } from "./auth.view.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import { createTokens } from "./tokens.ts";

type SessionParts = Pick<GatewayParts, "config" | "mongo" | "clock" | "limits" | "log">;

/** Reads who a token belongs to: the token itself, its login, and its user as he is now. */
export const createSessions = ({ config, mongo, clock, limits, log }: SessionParts): Sessions => {
  const logins = createLoginsRepository(mongo);
  const tokens = createTokens(config.JWT_SECRET);

  return {
    read: async (token) => {
      const claims = tokens.read(token, clock.now());
      if (!claims) throw notSignedIn();
      const [loginId, userId] = [new ObjectId(claims.jti), new ObjectId(claims.sub)];
      const found = await within(limits.httpMs, "The sign-in", logins.withUser(loginId, userId)).catch(
        (error: Error) => {
          log.warn({ why: error.message }, "a sign-in could not be read");
          // Not knowing who asks is no reason to let him in, nor to sign him out.
          throw new DomainError("unavailable", "Your sign-in cannot be checked right now; try again shortly");
        },
      );
      if (!found) throw notSignedIn();
      const { login, user } = found;
      if (login.endedAt || login.expiresAt.getTime() <= clock.now()) throw notSignedIn();
      if (user.suspend || !isOperator(user.role)) throw notSignedIn();
      return { loginId, userId, operator: operatorView(user), expiresAt: login.expiresAt.getTime() };
    },
  };
};

/** Opens a login for this user and answers its token; whether he may sign in was asked before. */
export const issueToken = async (parts: SessionParts, userId: ObjectId): Promise<string> => {
  const { config, mongo, clock, limits } = parts;
  const issuedAt = Math.floor(clock.now() / 1_000);
  const expiresAt = issuedAt + limits.tokenHours * 3_600;
  const loginId = await createLoginsRepository(mongo).open(userId, new Date(clock.now()), new Date(expiresAt * 1_000));
  return createTokens(config.JWT_SECRET).issue({
    sub: userId.toHexString(),
    jti: loginId.toHexString(),
    iat: issuedAt,
    exp: expiresAt,
  });
};
