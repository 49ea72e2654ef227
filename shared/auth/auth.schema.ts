import * as z from "zod";
import { Id, line, Phone } from "../http/fields.ts";
import { Role } from "../users/user.schema.ts";

/** One-time codes have 4 digits (specification section 9). */
export const otpLength = 4;
export const Otp = z
  .string()
  .trim()
  .regex(/^\d{4}$/, "Invalid OTP");
export const Password = z.string().min(8, "must be at least 8 characters").max(200, "must be at most 200 characters");

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email("must be an email address"));

/** The three shapes of credentials that specification section 7 names for /auth/check. */
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

/** The signed-in operator, as the console shows him. */
export const Operator = z.object({ _id: Id, name: z.string(), phone: z.string(), email: z.string(), role: Role });
export type Operator = z.infer<typeof Operator>;

export const NewUser = z.strictObject({
  name: line(100),
  phone: Phone,
  email: z.union([z.literal(""), Email]).default(""),
  role: Role.default("customer"),
  password: Password.optional(),
  needDeposit: z.boolean().optional(),
  needSecurityDeposit: z.boolean().optional(),
  suspend: z.boolean().optional(),
});
export type NewUser = z.infer<typeof NewUser>;
