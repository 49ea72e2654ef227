import type { FastifyInstance } from "fastify";
import { checkCredentials, logIn, logOut, readMe, registerUser, requestOtp } from "#shared/auth/auth.api.ts";
import { route } from "../../http/route.ts";
import { operatorOf } from "../../http/session.ts";
import type { AuthService } from "./auth.service.ts";

/** For calls whose success flag says it all. */
const done = async (work: Promise<void>) => {
  await work;
  return {};
};

/** The calls that prove who somebody is; they stand behind the limit per address. */
export const signInRoutes = (app: FastifyInstance, auth: AuthService): void => {
  route(app, checkCredentials, async ({ body }) => done(auth.check(body)));
  route(app, requestOtp, async ({ body }) => done(auth.sendOtp(body.phone)));
  route(app, logIn, async ({ body }) => ({ token: await auth.logIn(body) }));
};

/** The calls of whoever has signed in. */
export const operatorRoutes = (app: FastifyInstance, auth: AuthService): void => {
  route(app, readMe, async (call) => ({ user: operatorOf(call).operator }));
  route(app, logOut, async (call) => done(auth.logOut(operatorOf(call))));
  route(app, registerUser, async (call) => ({ user: await auth.register(operatorOf(call), call.actor, call.body) }));
};
