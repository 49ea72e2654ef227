import type { FastifyRequest } from "fastify";
import * as api from "#shared/auth/auth.api.ts";
import { registerUser, setPassword } from "#shared/users/user.api.ts";
import { operatorOf } from "../../http/login.ts";
import { createOperatorTurns } from "../../http/operator-turns.ts";
import { limitSignIn } from "../../http/rate-limit.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createCommanding } from "../control-units/commanding.ts";
import { createAccountService } from "./account.service.ts";
import { createAddUser } from "./add-user.ts";
import { deviceTokensOf, giveDeviceTokens, installCookies } from "./device-cookie.ts";
import { deviceName } from "./device-name.ts";
import { createFreshProof } from "./fresh-proof.service.ts";
import { createGuesses } from "./guesses.ts";
import { createNewPasswords } from "./new-password.ts";
import { createPhoneMessages } from "./phone-messages.ts";
import { type Caller, createProver } from "./prove.ts";
import { createSetPasswords } from "./set-passwords.service.ts";
import { createSignInService } from "./sign-in.service.ts";
import { createSignInRecord } from "./sign-in-record.ts";

/** For calls that answer nothing but their success. */
const emptyReplyAfter = async (work: Promise<void>) => {
  await work;
  return {};
};

/** Signing in with a code or a password, signing out, the own account, adding users. */
export const authFeature: Feature = (app, parts) => {
  const guesses = createGuesses(parts);
  const record = createSignInRecord(parts);
  // Of one operator one password is compared or made at a time: each costs as much as hundreds of calls, and a script
  // would keep all others waiting, and from signing in by theirs.
  const inPasswordTurnOf = createOperatorTurns(1, parts.limits.httpMs);
  const prover = createProver({ ...parts, guesses, record, inPasswordTurnOf });
  const messages = createPhoneMessages(parts);
  const proof = createFreshProof({ ...parts, guesses, record, messages, inPasswordTurnOf });
  const commanding = createCommanding(parts);
  const account = createAccountService({ ...parts, commanding });
  const newPasswords = createNewPasswords({ ...parts, inPasswordTurnOf });
  const passwords = createSetPasswords({ ...parts, proof, messages, newPasswords, commanding });
  const addUser = createAddUser({ ...parts, messages, newPasswords });
  route(app, api.readMe, (call) => account.me(operatorOf(call)));
  route(app, api.logOut, (call) => emptyReplyAfter(account.logOut(operatorOf(call), call.actor)));
  route(app, api.requestProofCode, (call) => emptyReplyAfter(proof.sendCode(operatorOf(call))));
  route(app, api.proveOperator, (call) => emptyReplyAfter(proof.prove(operatorOf(call), call.actor, call.body)));
  route(app, registerUser, async (call) => ({ user: await addUser(operatorOf(call), call.actor, call.body) }));
  route(app, api.readAccount, (call) => account.view(operatorOf(call)));
  route(app, api.endLogin, (call) => account.endLogin(operatorOf(call), call.actor, call.params.id));
  route(app, api.endOtherLogins, (call) => account.endOthers(operatorOf(call), call.actor));
  route(app, api.changePassword, (call) =>
    emptyReplyAfter(passwords.changeOwnPassword(operatorOf(call), call.actor, call.body)),
  );
  route(app, setPassword, (call) =>
    emptyReplyAfter(passwords.setPasswordOf(operatorOf(call), call.actor, call.params.id, call.body.password)),
  );
  app.register(async (limited) => {
    await limitSignIn(limited, parts);
    await installCookies(limited);
    const signIn = createSignInService({ ...parts, tokens: app.tokens, guesses, prover, record, messages });
    const callerOf = (request: FastifyRequest): Caller => ({
      deviceTokens: deviceTokensOf(request, parts.limits.mostOperatorsOfDevice),
      deviceName: deviceName(request.headers["user-agent"]),
      from: request.ip,
    });
    // They prove who somebody is, so they stand behind the limit per address.
    route(limited, api.checkCredentials, ({ body, request }) => emptyReplyAfter(signIn.check(body, callerOf(request))));
    route(limited, api.requestOtp, ({ body, request }) =>
      emptyReplyAfter(signIn.sendOtp(body.phone, callerOf(request))),
    );
    route(limited, api.logIn, async ({ body, request, reply }) => {
      const { token, deviceTokens, failedTries } = await signIn.logIn(body, callerOf(request));
      giveDeviceTokens(reply, deviceTokens, `${app.prefix}/auth`, parts.limits.deviceDays);
      return { token, failedTries: failedTries && { ...failedTries, since: failedTries.since.toISOString() } };
    });
  });
};
