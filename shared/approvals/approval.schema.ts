import * as z from "zod";
import { CansChange } from "../cans/cans.schema.ts";
import { DepositChange } from "../deposits/deposit.schema.ts";
import { Id, line, lines, Moment, Rev } from "../http/fields.ts";
import { OrderChange } from "../orders/order.schema.ts";
import { UserChange } from "../users/user.schema.ts";

/**
 * What needs a second person. Each but the last is the call of that name, and `record` is the id in its path;
 * `own-order` is an order that operators place as customers, and is requested only by its intake.
 */
export const ApprovalKind = z.enum(["user", "order", "deposit", "cans", "refund", "own-order"]);
export type ApprovalKind = z.infer<typeof ApprovalKind>;

/** `ended`: nobody decided; it was taken back, or its record is no longer as it was. */
export const ApprovalState = z.enum(["requested", "approved", "declined", "ended"]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** A change that one operator asks for and another one decides. */
export const Approval = z
  .object({
    _id: Id,
    kind: ApprovalKind,
    record: Id,
    /** The customer whom it concerns. */
    user: Id,
    /** What would change, in words; empty once the customer's account was deleted. */
    what: z.string(),
    reason: z.string(),
    by: z.object({ _id: Id, name: z.string() }),
    at: Moment,
    state: ApprovalState,
    decidedBy: z.object({ _id: Id, name: z.string() }).nullable(),
    decidedAt: Moment.nullable(),
    /** Why it was declined, or has ended. */
    decision: z.string(),
    rev: Rev,
  })
  .meta({ id: "Approval" });
export type Approval = z.infer<typeof Approval>;

const requested = { record: Id, reason: lines(600).pipe(z.string().min(1, "is required")) };

/** `change` is the body of the call that another operator's approval makes, with the `rev` that was looked at. */
export const ApprovalRequest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("user"), change: UserChange.required({ rev: true }), ...requested }),
  z.strictObject({ kind: z.literal("order"), change: OrderChange.required({ rev: true }), ...requested }),
  z.strictObject({ kind: z.literal("deposit"), change: DepositChange.required({ rev: true }), ...requested }),
  z.strictObject({ kind: z.literal("cans"), change: CansChange.required({ rev: true }), ...requested }),
  z.strictObject({ kind: z.literal("refund"), change: z.strictObject({}), ...requested }),
]);
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

export const ApprovalDecline = z.strictObject({ reason: line(200) });
