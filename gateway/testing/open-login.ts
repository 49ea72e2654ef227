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

/** Signs a user in without asking who he is; answers the token. */
export const openLogin = async (parts: LoginParts, userId: ObjectId): Promise<string> => {
  const opening = known.get(parts) ?? tokensOf(parts);
  known.set(parts, opening);
  const tokens = await opening;
  const login = newLogin(userId, parts.clock.now(), createLoginTimes(parts).longestMs);
  await createLoginsRepository(parts.mongo).add(login);
  return tokens.issue(claimsOf(login));
};
