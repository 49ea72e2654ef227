import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** Locks of a machine that change more often than doors move, as last published; over with `until`. */
export const Bouncing = z.object({
  until: Moment,
  /** Changes of all the unit's locks, in the minute before it was published. */
  changes: z.number().int(),
  /** The locks that bounce each for itself; none where many change a little too often. */
  lockCount: z.number().int(),
  /** The worst of these. */
  worst: z.array(z.object({ channel: z.number().int(), changes: z.number().int() })),
});
export type Bouncing = z.infer<typeof Bouncing>;

/** The unit whose locks they are, and its machine then. */
export const UnitBouncing = z.object({ serialNumber: z.string(), vendingMachine: Id.nullable(), rattling: Bouncing });
export type UnitBouncing = z.infer<typeof UnitBouncing>;
