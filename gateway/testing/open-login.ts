import Fastify from "fastify";
import type { ObjectId } from "mongodb";
import { createLoginsRepository, newLogin } from "../features/auth/logins.repository.ts";
import { claimsOf, createLoginTimes, type LoginParts } from "../features/auth/logins.ts";
import { installTokens } from "../features/auth/tokens.ts";

/** Signs a user in without asking who he is; answers the token. */
export const openLogin = async (parts: LoginParts, userId: ObjectId): Promise<string> => {
  const app = Fastify();
  const tokens = await installTokens(app, parts);
  await app.ready();
  const login = newLogin(userId, parts.clock.now(), createLoginTimes(parts).longestMs);
  await createLoginsRepository(parts.mongo).add(login);
  return tokens.issue(claimsOf(login));
};
