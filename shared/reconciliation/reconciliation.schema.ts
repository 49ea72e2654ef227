import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

export const ReconciliationState = z.enum(["waiting", "running", "done"]);
export type ReconciliationState = z.infer<typeof ReconciliationState>;

/** What all customers' accounts hold together, as the fields of their accounts are called; money in rupees. */
export const Held = z.object({
  totalCans: z.number().int(),
  deposit: z.number(),
  securityDeposit: z.number(),
  depositBought: z.number().int(),
  depositUsed: z.number().int(),
  freeDeposit: z.number().int(),
});
export type Held = z.infer<typeof Held>;

/** All accounts compared with the rows that they come from. */
export const Reconciliation = z.object({
  _id: Id,
  state: ReconciliationState,
  /** Whether an operator asked for it, or the night came. */
  isNightly: z.boolean(),
  askedAt: Moment,
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  /** Compared so far. */
  users: z.number().int(),
  canRows: z.number().int(),
  depositRows: z.number().int(),
  /** Accounts that are not what their rows add up to. */
  drifts: z.number().int(),
  /** By the accounts that were compared so far; null in a reconciliation that did not add them up. */
  held: Held.nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Which account it is that drifted. */
export const DriftKind = z.enum(["cans", "deposit", "penalties"]);
export type DriftKind = z.infer<typeof DriftKind>;

export const Drift = z.object({
  _id: Id,
  kind: DriftKind,
  /** The field of the account: `totalCans`, `deposit`, `depositUsed`, `penaltiesOwed`. */
  figure: z.string(),
  user: z.object({ _id: Id, name: z.string(), phone: z.string() }),
  vendingMachine: z.object({ _id: Id, name: z.string() }).nullable(),
  product: z.object({ _id: Id, brand: z.string() }).nullable(),
  /** What the account says, and what its rows add up to; money in rupees. */
  account: z.number(),
  rows: z.number(),
  rowCount: z.number().int(),
  /** The newest of those rows. */
  rowIds: z.array(Id),
});
export type Drift = z.infer<typeof Drift>;

/** So many drifts are answered; all of them are counted. */
export const mostDriftsShown = 200;
