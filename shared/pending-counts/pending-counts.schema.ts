import * as z from "zod";

const Count = z.number().int();

/** How much of the console waits for somebody, as its navigation counts it. */
export const PendingCounts = z
  .object({
    /** Milliseconds since 1970, by the database's clock: of two counts the later one holds. */
    countedAt: z.number(),
    /** Machines, as live-status judges them. */
    online: Count,
    offline: Count,
    unavailable: Count,
    /** Control units that ask to be registered. */
    waitingUnits: Count,
    /** Cans that did not come out, up to 1,000. */
    failedVends: Count,
    /**
     * Orders that are flagged or never ended, and payments of no order, each up to 10,000, and what waits for a second
     * person, up to 1,000.
     */
    paymentsToCheck: Count,
    /** The differences that the last ended reconciliation found. */
    drifts: Count,
    /** Requests of customers who want to be forgotten, up to 1,000. */
    accountDeletions: Count,
    /** Open alarms that nobody has acknowledged, and that are not put aside, up to 1,000. */
    alarms: Count,
  })
  .meta({ id: "PendingCounts" });
export type PendingCounts = z.infer<typeof PendingCounts>;
