import * as z from "zod";
import { ResultRow } from "../control-units/control-unit.schema.ts";
import { Id, Moment } from "../http/fields.ts";
import { machineStatuses } from "../machines/machine.rules.ts";
import { CanContainer } from "./container-mark.rules.ts";
import { CanTransaction } from "./transaction.schema.ts";

/** A can needs somebody when it was not opened this long after it was taken. */
export const openedWithinMs = 120_000;

/** Everything that an operator wants to know before they open a container again or refund a can. */
export const CanCase = z
  .object({
    machine: z.object({
      now: z.enum(machineStatuses),
      active: z.boolean(),
      /** Whether it was connected when the can was taken; null where nothing says so. */
      whenTaken: z.enum(["Online", "Offline"]).nullable(),
    }),
    /** Null where it is gone. */
    container: CanContainer.nullable(),
    /** What every command for this can did, the oldest first. */
    trail: z.array(ResultRow),
    /** Other cans of this customer that are not opened either, the newest first; at most 20. */
    others: z.array(CanTransaction),
    refunds: z.object({
      alone: z.number().int().nullable(),
      today: z.number().int(),
      own: z.boolean(),
      /** The newest first; at most 10. `by` is null where nobody noted it. */
      earlier: z.array(
        z.object({
          _id: Id,
          transactionId: z.string(),
          brand: z.string(),
          refundedAt: Moment,
          by: z.object({ _id: Id, name: z.string() }).nullable(),
        }),
      ),
    }),
  })
  .meta({ id: "CanCase" });
export type CanCase = z.infer<typeof CanCase>;

/** Why a refund is requested; a note says more. */
export const refundReasons = [
  "The door did not open",
  "The container was empty",
  "A wrong can",
  "Another reason",
] as const;
