import { limitSignIn } from "../../http/rate-limit.ts";
import type { Feature } from "../feature.ts";
import { createAccountService } from "./account.service.ts";
import { createAddUser } from "./add-user.ts";
import { operatorRoutes, signInRoutes } from "./auth.routes.ts";
import { installCookies } from "./device-cookie.ts";
import { createGuesses } from "./guesses.ts";
import { createOtpSender } from "./otp-sender.ts";
import { createProver } from "./prove.ts";
import { createSignInService } from "./sign-in.service.ts";
import { createSignInRecord } from "./sign-in-record.ts";

/** Signing in with a code or a password, signing out, the own account, adding users. */
export const authFeature: Feature = (app, parts) => {
  const guesses = createGuesses(parts);
  const record = createSignInRecord(parts);
  const prover = createProver({ ...parts, guesses, record });
  const sender = createOtpSender(parts);
  const account = createAccountService({ ...parts, guesses, record });
  operatorRoutes(app, { account, addUser: createAddUser(parts) });
  app.register(async (limited) => {
    await limitSignIn(limited, parts);
    await installCookies(limited);
    const signIn = createSignInService({ ...parts, tokens: app.tokens, guesses, prover, record, sender });
    signInRoutes(limited, signIn, { devicePath: `${app.prefix}/auth`, deviceDays: parts.limits.deviceDays });
  });
};
