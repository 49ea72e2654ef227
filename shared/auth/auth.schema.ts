import * as z from "zod";
import { Email, Id, line, Moment, OptionalEmail, Phone } from "../http/fields.ts";
import { Role } from "../users/user.schema.ts";

/** Sent with the requests of a page that nobody can see: such a request does not keep its login from ending as idle. */
export const hiddenPageHeader = "x-page-hidden";

/** One-time codes have 4 digits (specification: Constants). */
export const otpLength = 4;
const Otp = z
  .string()
  .trim()
  .regex(/^\d{4}$/, "Invalid OTP");
/** Passwords that were set before twelve characters were required still sign in. */
const Password = z.string().min(8, "must be at least 8 characters").max(200, "must be at most 200 characters");

export const shortestPassword = 12;
export const NewPassword = z
  .string()
  .min(shortestPassword, `must be at least ${shortestPassword} characters`)
  .max(200, "must be at most 200 characters");

/** The three shapes of credentials of /auth/check (specification: Calls of signing in). */
export const CheckCredentials = z.union([
  z.strictObject({ phone: Phone, resend: z.boolean().optional() }),
  z.strictObject({ phone: Phone, OTP: Otp }),
  z.strictObject({ email: Email, password: Password }),
]);
export type CheckCredentials = z.infer<typeof CheckCredentials>;

export const LoginCredentials = z.union([
  z.strictObject({ phone: Phone, OTP: Otp }),
  z.strictObject({ email: Email, password: Password }),
]);
export type LoginCredentials = z.infer<typeof LoginCredentials>;

/** What confirms that it is the operator who calls. A code is one that POST /auth/proof/code sent. */
export const ProofCredentials = z.union([
  z.strictObject({ OTP: Otp }),
  z.strictObject({ password: z.string().min(1, "is required").max(200, "must be at most 200 characters") }),
]);
export type ProofCredentials = z.infer<typeof ProofCredentials>;

/** The signed-in operator, as the console shows them. */
export const Operator = z.object({ _id: Id, name: z.string(), phone: z.string(), email: z.string(), role: Role });
export type Operator = z.infer<typeof Operator>;

/** The same with what a user has beside (specification: Entities). */
export const Me = Operator.extend({
  needDeposit: z.boolean(),
  hasPenalty: z.boolean(),
  needSecurityDeposit: z.boolean(),
  suspend: z.boolean(),
}).meta({ id: "Me" });
export type Me = z.infer<typeof Me>;

/** Wrong codes and passwords that others tried since the sign-in before. */
export const FailedTries = z.object({ count: z.number().int(), since: Moment }).meta({ id: "FailedTries" });
export type FailedTries = z.infer<typeof FailedTries>;

/** One open login; `isThis` is the caller's. */
export const LoginView = z.object({
  _id: Id,
  device: z.string(),
  from: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment,
  isThis: z.boolean(),
});
export type LoginView = z.infer<typeof LoginView>;

export const Account = z
  .object({
    user: Operator,
    hasPassword: z.boolean(),
    failedTries: FailedTries.nullable(),
    logins: z.array(LoginView),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof Account>;

/** `present` is needed where there is a password already. */
export const PasswordChange = z.strictObject({ present: z.string().max(200).optional(), password: NewPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const NewUser = z.strictObject({
  name: line(100),
  phone: Phone,
  email: OptionalEmail.default(""),
  role: Role.default("customer"),
  password: NewPassword.optional(),
  needDeposit: z.boolean().optional(),
  needSecurityDeposit: z.boolean().optional(),
  suspend: z.boolean().optional(),
});
export type NewUser = z.infer<typeof NewUser>;
