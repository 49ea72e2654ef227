import * as z from "zod";
import { Cans } from "../cans/cans.schema.ts";
import { Deposit } from "../deposits/deposit.schema.ts";
import { Penalty } from "../penalties/penalty.schema.ts";
import { Note } from "./note.schema.ts";
import { User } from "./user.schema.ts";

/** A user with everything that is about them. */
export const UserFile = z
  .object({
    user: User,
    deposit: Deposit,
    cans: Cans,
    /** The newest first. */
    penalties: z.array(Penalty),
    note: Note,
  })
  .meta({ id: "UserFile" });
export type UserFile = z.infer<typeof UserFile>;
