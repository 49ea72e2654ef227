import * as z from "zod";
import { AuditEntry } from "../audit/audit.schema.ts";
import { ResultRow } from "../control-units/control-unit.schema.ts";
import { Order } from "../orders/order.schema.ts";

/** All that happened to one can, from the order that bought it. */
export const CanReplay = z
  .object({
    /**
     * The order that bought it: cans of one machine and brand are taken in the order in which they were bought. Null
     * where none did, and where the customer has more than 1,000 rows there.
     */
    order: Order.pick({ _id: true, orderId: true, time: true, steps: true }).nullable(),
    /** Its commands, the oldest first; at most 100. */
    commands: z.array(ResultRow),
    /** What operators did to it, the oldest first; at most 100. */
    actions: z.array(AuditEntry),
  })
  .meta({ id: "CanReplay" });
export type CanReplay = z.infer<typeof CanReplay>;
