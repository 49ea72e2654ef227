import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Phone } from "../http/fields.ts";
import { User } from "../users/user.schema.ts";
import { CheckCredentials, LoginCredentials, NewUser, Operator } from "./auth.schema.ts";

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
  reply: z.object({ token: z.string() }),
  notice: "Login Success",
  failure,
});

export const readMe = endpoint({
  method: "GET",
  path: "/auth/me",
  tag: "auth",
  summary: "The signed-in operator",
  access: "operator",
  reply: z.object({ user: Operator }),
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
