import * as z from "zod";
import { Id, line, Moment, OptionalEmail, Phone, Rev } from "../http/fields.ts";

/** Operators are admin or staff; customers appear only as records and cannot sign in. */
export const Role = z.enum(["admin", "staff", "customer"]);
export type Role = z.infer<typeof Role>;

export const User = z
  .object({
    _id: Id,
    name: z.string(),
    role: Role,
    phone: z.string(),
    email: z.string(),
    needDeposit: z.boolean(),
    hasPenalty: z.boolean(),
    needSecurityDeposit: z.boolean(),
    suspend: z.boolean(),
    createdAt: Moment,
    /** The account was deleted: nothing of the person is left. */
    deletedAt: Moment.optional(),
    rev: Rev,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

/** What an operator edits of a user; only an admin edits a role. */
export const UserChange = z.strictObject({
  name: line(100).optional(),
  phone: Phone.optional(),
  email: OptionalEmail.optional(),
  role: Role.optional(),
  suspend: z.boolean().optional(),
  needDeposit: z.boolean().optional(),
  needSecurityDeposit: z.boolean().optional(),
  rev: Rev.optional(),
});
export type UserChange = z.infer<typeof UserChange>;
