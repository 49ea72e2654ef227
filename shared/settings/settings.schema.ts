import * as z from "zod";
import { Id, Rev } from "../http/fields.ts";

/** What holds for the whole console. */
export const Settings = z.object({
  _id: Id,
  /** So many refunds of one customer and day need no second person; null where one person always suffices. */
  refundsAlone: z.number().int().nullable(),
  rev: Rev,
});
export type Settings = z.infer<typeof Settings>;

export const SettingsChange = z.strictObject({
  refundsAlone: z
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must not be negative")
    .max(999, "must be at most 999")
    .nullable(),
  rev: Rev.optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** The one record that there is. */
export const settingsId = "5e77165000000000000000aa";
