import * as z from "zod";
import { Id, lines, Moment, Rev } from "../http/fields.ts";

/** What operators write down about a user: one text. Its `_id` is the user's. */
export const Note = z
  .object({
    _id: Id,
    note: z.string(),
    /** Who wrote it last, by the name of then; empty while nobody has. */
    author: z.string(),
    updatedAt: Moment.nullable(),
    rev: Rev,
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

export const NoteChange = z.strictObject({ note: lines(4_000), rev: Rev.optional() });
export type NoteChange = z.infer<typeof NoteChange>;
