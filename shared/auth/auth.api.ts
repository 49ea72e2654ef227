import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Id, Phone } from "../http/fields.ts";
import { User } from "../users/user.schema.ts";
import {
  Account,
  CheckCredentials,
  FailedTries,
  LoginCredentials,
  Me,
  NewPassword,
  NewUser,
  PasswordChange,
} from "./auth.schema.ts";

const failure = "Failed to sign in";

/** With a phone: may it sign in? With a code or a password: is it right? Nothing is used up. */
export const checkCredentials = endpoint({
  method: "POST",
  path: "/auth/check",
  tag: "auth",
  summary: "May this phone sign in, or are these credentials right",
  access: "public",
  body: CheckCredentials,
  reply: z.object({}),
  failure,
});

export const requestOtp = endpoint({
  method: "POST",
  path: "/auth/otp",
  tag: "auth",
  summary: "Send a one-time code",
  access: "public",
  body: z.strictObject({ phone: Phone, resend: z.boolean().optional() }),
  reply: z.object({}),
  notice: "OTP sent",
  failure,
});

export const logIn = endpoint({
  method: "POST",
  path: "/auth/login",
  tag: "auth",
  summary: "Sign in; the token opens HTTP and the socket",
  access: "public",
  body: LoginCredentials,
  reply: z.object({ token: z.string(), failedTries: FailedTries.nullable() }),
  notice: "Login Success",
  failure,
});

export const readMe = endpoint({
  method: "GET",
  path: "/auth/me",
  tag: "auth",
  summary: "The signed-in operator, and whether anybody else could do what he may not do for himself",
  access: "operator",
  reply: z.object({ user: Me, hasColleague: z.boolean() }),
  failure,
});

export const logOut = endpoint({
  method: "POST",
  path: "/auth/logout",
  tag: "auth",
  summary: "End this login",
  access: "operator",
  reply: z.object({}),
  failure: "Failed to sign out",
});

export const registerUser = endpoint({
  method: "POST",
  path: "/auth/register",
  tag: "auth",
  summary: "Add a user",
  access: "operator",
  body: NewUser,
  reply: z.object({ user: User }),
  notice: "Successfully add a user",
  failure: "Error: Failed to add a user",
});

export const readAccount = endpoint({
  method: "GET",
  path: "/auth/account",
  tag: "auth",
  summary: "The own account: who one is, and where one is signed in",
  access: "operator",
  reply: Account,
  failure: "Failed to get your account",
});

const endFailure = "Error: Failed to end the sign-in";

/** Its device counts as unknown from then on. */
export const endLogin = endpoint({
  method: "DELETE",
  path: "/auth/logins/:id",
  tag: "auth",
  summary: "End one of the own logins",
  access: "operator",
  params: z.object({ id: Id }),
  reply: Account,
  notice: "Successful",
  failure: endFailure,
});

export const endOtherLogins = endpoint({
  method: "DELETE",
  path: "/auth/logins",
  tag: "auth",
  summary: "End all own logins but this one",
  access: "operator",
  reply: Account,
  notice: "Successful",
  failure: endFailure,
});

const passwordFailure = "Error: Failed to change the password";

/** All other logins of the operator end, and other devices are forgotten. */
export const changePassword = endpoint({
  method: "PUT",
  path: "/auth/password",
  tag: "auth",
  summary: "Set or change the own password",
  access: "operator",
  body: PasswordChange,
  reply: z.object({}),
  notice: "Password Updated",
  failure: passwordFailure,
});

/** By an admin, for somebody else, whose logins all end. */
export const setPassword = endpoint({
  method: "PUT",
  path: "/users/:id/password",
  tag: "auth",
  summary: "Set an operator's password",
  access: "operator",
  params: z.object({ id: Id }),
  body: z.strictObject({ password: NewPassword }),
  reply: z.object({}),
  notice: "Password Updated",
  failure: passwordFailure,
});
