import * as z from "zod";
import { Deposit } from "../deposits/deposit.schema.ts";
import { Penalty } from "../penalties/penalty.schema.ts";
import { Note } from "./note.schema.ts";
import { User } from "./user.schema.ts";

/** A user with everything that is about him. */
export const UserFile = z.object({
  user: User,
  deposit: Deposit,
  /** The newest first. */
  penalties: z.array(Penalty),
  note: Note,
});
export type UserFile = z.infer<typeof UserFile>;
