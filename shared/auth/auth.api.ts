import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Id, Phone } from "../http/fields.ts";
import {
  Account,
  CheckCredentials,
  FailedTries,
  LoginCredentials,
  Me,
  PasswordChange,
  ProofCredentials,
} from "./auth.schema.ts";

const open = callsOf("auth", "public");
const auth = callsOf("auth");
const failure = "Failed to sign in";

/** Checks a code or a password; nothing is used up. A phone alone gets the same answer whether it is known or not. */
export const checkCredentials = open.post("/auth/check", {
  operationId: "checkCredentials",
  summary: "Check credentials; a phone alone tells nothing",
  body: CheckCredentials,
  reply: z.object({}),
  failure,
});

/** To a phone that may sign in; any other is answered alike and sent nothing. */
export const requestOtp = open.post("/auth/otp", {
  operationId: "requestOtp",
  summary: "Send a one-time code",
  body: z.strictObject({ phone: Phone, resend: z.boolean().optional() }),
  reply: z.object({}),
  notice: "OTP sent",
  failure,
});

export const logIn = open.post("/auth/login", {
  operationId: "logIn",
  summary: "Sign in; the token opens HTTP and the socket",
  body: LoginCredentials,
  reply: z.object({ token: z.string(), failedTries: FailedTries.nullable() }),
  notice: "Login Success",
  failure,
});

export const readMe = auth.get("/auth/me", {
  operationId: "readMe",
  summary: "The signed-in operator, and whether another operator could do what they may not do for themselves",
  reply: z.object({ user: Me, hasColleague: z.boolean() }),
  failure,
});

export const logOut = auth.post("/auth/logout", {
  operationId: "logOut",
  summary: "End this login",
  reply: z.object({}),
  failure: "Failed to sign out",
});

/** A code of its own purpose: it signs nobody in, and a sign-in code confirms nothing. */
export const requestProofCode = auth.post("/auth/proof/code", {
  operationId: "requestProofCode",
  summary: "Send a code to your phone, to confirm who calls",
  reply: z.object({}),
  notice: "OTP sent",
  failure: "Failed to send the code",
});

/** For this login, for five minutes. A wrong one is 400, because the sign-in itself is all right. */
export const proveOperator = auth.post("/auth/proof", {
  operationId: "proveOperator",
  summary: "Confirm who calls, with a code or the password",
  body: ProofCredentials,
  reply: z.object({}),
  failure: "Failed to confirm that it is you",
});

export const readAccount = auth.get("/auth/account", {
  operationId: "readAccount",
  summary: "Your account, and where you are signed in",
  reply: Account,
  failure: "Failed to get your account",
});

const endFailure = "Error: Failed to end the sign-in";

/** Its device counts as unknown from then on. */
export const endLogin = auth.del("/auth/logins/:id", {
  operationId: "endLogin",
  summary: "End one of your logins",
  freshProof: "sometimes",
  params: z.object({ id: Id }),
  reply: Account,
  notice: "Successful",
  failure: endFailure,
});

export const endOtherLogins = auth.del("/auth/logins", {
  operationId: "endOtherLogins",
  summary: "End all your logins except this one",
  freshProof: "sometimes",
  reply: Account,
  notice: "Successful",
  failure: endFailure,
});

const passwordFailure = "Error: Failed to change the password";

/** All other logins of the operator end, and other devices are forgotten. */
export const changePassword = auth.put("/auth/password", {
  operationId: "changePassword",
  summary: "Set or change your password",
  freshProof: "sometimes",
  body: PasswordChange,
  reply: z.object({}),
  notice: "Password Updated",
  failure: passwordFailure,
});
