import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

export const ReconciliationState = z.enum(["waiting", "running", "done"]);
export type ReconciliationState = z.infer<typeof ReconciliationState>;

/** Sums of all customers' accounts, with the names of their fields; money in rupees. */
export const Held = z.object({
  totalCans: z.number().int(),
  deposit: z.number(),
  securityDeposit: z.number(),
  depositBought: z.number().int(),
  depositUsed: z.number().int(),
  freeDeposit: z.number().int(),
});
export type Held = z.infer<typeof Held>;

/** All accounts compared with the rows that they come from, these with their causes, and closed days of sales with their orders. */
export const Reconciliation = z
  .object({
    _id: Id,
    state: ReconciliationState,
    /** Whether an operator asked for it, or the night came. */
    isNightly: z.boolean(),
    askedAt: Moment,
    startedAt: Moment.nullable(),
    endedAt: Moment.nullable(),
    /** Compared so far. */
    users: z.number().int(),
    orders: z.number().int(),
    transactions: z.number().int(),
    canRows: z.number().int(),
    depositRows: z.number().int(),
    /** Days of sales that were compared. */
    days: z.number().int(),
    /** Accounts that are not what their rows add up to, rows that their causes do not explain, days that are off. */
    drifts: z.number().int(),
    /** By the accounts that were compared so far; null in a reconciliation that did not add them up. */
    held: Held.nullable(),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Which account it is that drifted, whose rows are not what it caused, or `sales`: a day that is not its orders. */
export const DriftKind = z.enum(["cans", "deposit", "penalties", "order", "transaction", "sales"]);
export type DriftKind = z.infer<typeof DriftKind>;

export const Drift = z
  .object({
    _id: Id,
    kind: DriftKind,
    /** The field of the account or the day; of a cause `credit`, `debit`, a field of deposits, or how many rows it has. */
    figure: z.string(),
    user: z.object({ _id: Id, name: z.string(), phone: z.string() }).nullable(),
    /** The order or transaction; `name` and `status` are empty where there is none of this id. */
    cause: z.object({ _id: Id, name: z.string(), status: z.string() }).nullable(),
    /** The day, for a difference in sales. */
    day: z.string().nullable(),
    vendingMachine: z.object({ _id: Id, name: z.string() }).nullable(),
    product: z.object({ _id: Id, brand: z.string() }).nullable(),
    /** What the account, the cause or the day says, and what its rows or orders add up to; money in rupees. */
    account: z.number(),
    rows: z.number(),
    rowCount: z.number().int(),
    /** The newest of those rows; none of sales, whose `rowCount` are orders. */
    rowIds: z.array(Id),
  })
  .meta({ id: "Drift" });
export type Drift = z.infer<typeof Drift>;

/** At most this many drifts of one reconciliation are kept: where a whole collection is wrong, more say nothing new. */
export const mostDriftsNamed = 10_000;
/** At most this many drifts are answered; all of them are counted. */
export const mostDriftsShown = 200;
