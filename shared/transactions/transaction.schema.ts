import * as z from "zod";
import { Id, lines, Moment, Rev } from "../http/fields.ts";
import { CanReview, CanStatus } from "./can-status.ts";

/** What operators say of a transaction; none of them moves its status. */
export const flagNames = [
  "returnCan",
  "depositUsed",
  "isContainerWorking",
  "containerOpen",
  "containerClose",
  "returnCanVerified",
] as const;
type FlagName = (typeof flagNames)[number];

const flags = {
  returnCan: z.boolean(),
  depositUsed: z.boolean(),
  isContainerWorking: z.boolean(),
  containerOpen: z.boolean(),
  containerClose: z.boolean(),
  /** Once it is true, the deposit slot that the can held is free. */
  returnCanVerified: z.boolean(),
} satisfies Record<FlagName, z.ZodType>;

/**
 * The record of a can that was taken, which its events carry: customer and machine by their ids alone, because neither
 * ever changes and a page that shows it has their names.
 */
export const CanTransactionRecord = z
  .object({
    _id: Id,
    transactionId: z.string(),
    status: CanStatus,
    ...flags,
    /** The label of the container that was last to be opened for it, as it was called then. */
    containerId: z.string(),
    time: Moment,
    comment: z.string(),
    /** When the door was first seen open. */
    containerOpenTime: Moment.nullable(),
    /** What went wrong at the machine: its code, else the reason; empty where nothing did. */
    vendingMachineMessage: z.string(),
    brand: z.string(),
    product: z.object({ _id: Id, brand: z.string() }),
    user: z.object({ _id: Id }),
    vendingMachine: z.object({ _id: Id }),
    /** The session that was last to open its container, whose rows are the facts of the door. */
    sessionId: Id,
    /** That session may still move the door. */
    isLive: z.boolean(),
    refundedAt: Moment.nullable(),
    returnedAt: Moment.nullable(),
    review: CanReview.nullable(),
    rev: Rev,
  })
  .meta({ id: "CanTransactionRecord" });
export type CanTransactionRecord = z.infer<typeof CanTransactionRecord>;

/** A can as the customers' app sees it: what operators wrote on it is theirs. */
export const IntakeTransaction = CanTransactionRecord.omit({
  comment: true,
  review: true,
  returnCanVerified: true,
  rev: true,
}).meta({ id: "IntakeTransaction" });

/** With names as they are now (specification: Entities). */
export const CanTransaction = CanTransactionRecord.extend({
  user: z.object({ _id: Id, name: z.string(), phone: z.string(), email: z.string() }),
  vendingMachine: z.object({
    _id: Id,
    /** As it was when the can was taken. */
    vendingMachineId: z.string(),
    name: z.string(),
    profileName: z.string(),
    region: z.string(),
  }),
}).meta({ id: "CanTransaction" });
export type CanTransaction = z.infer<typeof CanTransaction>;

/** What an operator edits. `status` may be sent back as it is, and is refused where it differs. */
export const CanTransactionChange = z.strictObject({
  returnCan: z.boolean().optional(),
  depositUsed: z.boolean().optional(),
  isContainerWorking: z.boolean().optional(),
  containerOpen: z.boolean().optional(),
  containerClose: z.boolean().optional(),
  returnCanVerified: z.boolean().optional(),
  comment: lines(1_000).optional(),
  status: CanStatus.optional(),
  rev: Rev.optional(),
});
export type CanTransactionChange = z.infer<typeof CanTransactionChange>;
