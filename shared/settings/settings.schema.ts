import * as z from "zod";
import { Id, Rev } from "../http/fields.ts";

/** What holds for the whole console. */
export const Settings = z
  .object({
    _id: Id,
    /** This many refunds of one customer and day need no second person; null where one person always suffices. */
    refundsAlone: z.number().int().nullable(),
    /** How many cans of one customer one person may change by hand on a day; null: as many as they like. */
    cansAlone: z.number().int().nullable(),
    /** The same of deposit and security deposit together, in rupees. */
    depositAlone: z.number().int().nullable(),
    /** The same of slots: bought, used and free ones together. */
    slotsAlone: z.number().int().nullable(),
    rev: Rev,
  })
  .meta({ id: "Settings" });
export type Settings = z.infer<typeof Settings>;

const upTo = (max: number) =>
  z
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(max, `must be at most ${max}`)
    .nullable();

/** What one person may do to one customer on one day; each further one waits for another operator. */
export const alone = {
  refundsAlone: upTo(999),
  cansAlone: upTo(99_999),
  depositAlone: upTo(999_999),
  slotsAlone: upTo(99_999),
};

export const SettingsChange = z.strictObject({
  refundsAlone: alone.refundsAlone.optional(),
  cansAlone: alone.cansAlone.optional(),
  depositAlone: alone.depositAlone.optional(),
  slotsAlone: alone.slotsAlone.optional(),
  rev: Rev.optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** The one record that there is. */
export const settingsId = "5e77165000000000000000aa";
