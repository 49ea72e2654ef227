import type { FastifyInstance, FastifyRequest } from "fastify";
import * as api from "#shared/auth/auth.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { AccountService } from "./account.service.ts";
import type { createAddUser } from "./add-user.ts";
import { deviceTokenOf, giveDeviceToken } from "./device-cookie.ts";
import { deviceName } from "./device-name.ts";
import type { Caller } from "./prove.ts";
import type { SignInService } from "./sign-in.service.ts";

/** For calls whose success flag says it all. */
const done = async (work: Promise<void>) => {
  await work;
  return {};
};

const callerOf = (request: FastifyRequest): Caller => ({
  deviceToken: deviceTokenOf(request),
  deviceName: deviceName(request.headers["user-agent"]),
  from: request.ip,
});

interface Cookie {
  devicePath: string;
  deviceDays: number;
}

/** The calls that prove who somebody is; they stand behind the limit per address. */
export const signInRoutes = (app: FastifyInstance, signIn: SignInService, { devicePath, deviceDays }: Cookie): void => {
  route(app, api.checkCredentials, ({ body, request }) => done(signIn.check(body, callerOf(request))));
  route(app, api.requestOtp, ({ body, request }) => done(signIn.sendOtp(body.phone, callerOf(request))));
  route(app, api.logIn, async ({ body, request, reply }) => {
    const { token, deviceToken, failedTries } = await signIn.logIn(body, callerOf(request));
    giveDeviceToken(reply, deviceToken, devicePath, deviceDays);
    return { token, failedTries: failedTries && { ...failedTries, since: failedTries.since.toISOString() } };
  });
};

interface OperatorServices {
  account: AccountService;
  addUser: ReturnType<typeof createAddUser>;
}

/** The calls of whoever has signed in. */
export const operatorRoutes = (app: FastifyInstance, { account, addUser }: OperatorServices): void => {
  route(app, api.readMe, (call) => account.me(operatorOf(call)));
  route(app, api.logOut, (call) => done(account.logOut(operatorOf(call), call.actor)));
  route(app, api.registerUser, async (call) => ({ user: await addUser(operatorOf(call), call.actor, call.body) }));
  route(app, api.readAccount, (call) => account.view(operatorOf(call)));
  route(app, api.endLogin, (call) => account.endLogin(operatorOf(call), call.actor, call.params.id));
  route(app, api.endOtherLogins, (call) => account.endOthers(operatorOf(call), call.actor));
  route(app, api.changePassword, (call) => done(account.changeOwnPassword(operatorOf(call), call.actor, call.body)));
  route(app, api.setPassword, (call) =>
    done(account.setPasswordOf(operatorOf(call), call.actor, call.params.id, call.body.password)),
  );
};
