import * as z from "zod";
import { Moment } from "../http/fields.ts";

/** Messages that are kept for each unit, and the hours for which they are kept at most. */
export const keptMessages = { most: 200, hours: 6 } as const;

/** One MQTT message between Cansole and a unit, without secrets. */
export const UnitMessage = z.object({
  at: Moment,
  /** `up` was sent by the unit. */
  direction: z.enum(["up", "down"]),
  /** What stands behind `up/` or `down/`; empty where a message that was dropped named none. */
  topic: z.string().max(64),
  /** JSON, cut after 2,000 characters; of a message that was dropped what was wrong with it. */
  body: z.string(),
  isDropped: z.boolean(),
});
export type UnitMessage = z.infer<typeof UnitMessage>;
