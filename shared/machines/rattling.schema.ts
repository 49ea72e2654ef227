import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** Locks of a machine that change more often than doors move, as last told; over with `until`. */
export const Rattling = z.object({
  until: Moment,
  /** Of all its locks, in the minute before it was told. */
  changes: z.number().int(),
  /** The locks that rattle each for itself; none where many change a little too often. */
  lockCount: z.number().int(),
  /** The worst of these. */
  worst: z.array(z.object({ channel: z.number().int(), changes: z.number().int() })),
});
export type Rattling = z.infer<typeof Rattling>;

/** The unit whose locks they are, and the machine that it spoke for. */
export const UnitRattling = z.object({ serialNumber: z.string(), vendingMachine: Id.nullable(), rattling: Rattling });
export type UnitRattling = z.infer<typeof UnitRattling>;
