import * as z from "zod";
import { Id, Rev } from "../http/fields.ts";

/** Operators are admin or staff; customers appear only as records and cannot sign in. */
export const Role = z.enum(["admin", "staff", "customer"]);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  _id: Id,
  name: z.string(),
  role: Role,
  phone: z.string(),
  email: z.string(),
  needDeposit: z.boolean(),
  hasPenalty: z.boolean(),
  needSecurityDeposit: z.boolean(),
  suspend: z.boolean(),
  rev: Rev,
});
export type User = z.infer<typeof User>;
