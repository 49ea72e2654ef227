import Fastify from "fastify";
import type { ObjectId } from "mongodb";
import { createLoginsRepository, newLogin } from "../features/auth/logins.repository.ts";
import { claimsOf, createLoginTimes, type LoginParts } from "../features/auth/logins.ts";
import { installTokens } from "../features/auth/tokens.ts";

type Tokens = Awaited<ReturnType<typeof installTokens>>;
const known = new WeakMap<LoginParts, Promise<Tokens>>();

const tokensOf = async (parts: LoginParts): Promise<Tokens> => {
  const app = Fastify();
  const tokens = await installTokens(app, parts);
  await app.ready();
  return tokens;
};

/** Longer than any test lasts, whatever its clock says. */
const proved = { provedUntil: new Date("2100-01-01") };

/** Signs a user in without proof, as freshly proved unless said otherwise; returns the token. */
export const openLogin = async (
  parts: LoginParts,
  userId: ObjectId,
  { isProved = true }: { isProved?: boolean } = {},
): Promise<string> => {
  const opening = known.get(parts) ?? tokensOf(parts);
  known.set(parts, opening);
  const tokens = await opening;
  const login = newLogin(userId, parts.clock.now(), createLoginTimes(parts).longestMs, isProved ? proved : {});
  await createLoginsRepository(parts.mongo).add(login);
  return tokens.issue(claimsOf(login));
};
