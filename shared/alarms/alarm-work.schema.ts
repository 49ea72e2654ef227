import * as z from "zod";
import { Id, line, lines, Moment, Rev } from "../http/fields.ts";

/** Each may be left out. `seen: false` takes an acknowledgement back; `assignee: null` gives it to nobody. */
export const AlarmChange = z.strictObject({
  seen: z.boolean().optional(),
  assignee: Id.nullable().optional(),
  snoozedUntil: Moment.nullable().optional(),
  rev: Rev.optional(),
});
export type AlarmChange = z.infer<typeof AlarmChange>;

export const AlarmComment = z.strictObject({ comment: lines(1_000).pipe(z.string().min(1, "is required")) });

/** Why a person says that it is over. */
export const AlarmClearing = z.strictObject({ reason: line(200), rev: Rev.optional() });
