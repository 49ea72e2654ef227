import { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { ActorKind } from "../runtime/upkeep.document.ts";
import type { CansDocument, DepositDocument } from "../users/accounts.document.server.ts";
import type { DriftKind, ReconciliationState } from "./reconciliation.schema.ts";

/** Requested by the gateway, made by a worker: all accounts compared with their rows, once. Kept for good. */
export interface ReconciliationDocument {
  _id: ObjectId;
  state: ReconciliationState;
  by: { kind: ActorKind; id: ObjectId | null };
  /** For a nightly one: its day in TIME_ZONE. Missing in the others. */
  night?: string;
  askedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** The last user that was compared: a worker that takes it over continues after them. */
  after: ObjectId | null;
  /** The next day whose sales are counted anew, once all users were compared; missing until then. */
  nextDay?: string;
  users: number;
  /** Missing in older ones, as the days. */
  orders?: number;
  transactions?: number;
  canRows: number;
  depositRows: number;
  days?: number;
  /** All that were found, also those that are not named any more. */
  drifts: number;
  /** Sums of the accounts that were compared; money in paise. Missing in older ones. */
  held?: HeldFigures;
  /** The lease of its worker (`lease.ts`). */
  holder: ObjectId | null;
  heldUntil: Date | null;
}

/** All customers together: the fields of their accounts, each added up. */
export type HeldFigures = Pick<CansDocument, "totalCans"> &
  Pick<DepositDocument, "deposit" | "securityDeposit" | "depositBought" | "depositUsed" | "freeDeposit">;

const nothingHeld: HeldFigures = {
  totalCans: 0,
  deposit: 0,
  securityDeposit: 0,
  depositBought: 0,
  depositUsed: 0,
  freeDeposit: 0,
};

/** A reconciliation that waits for a worker. */
export const waitingReconciliation = (
  by: ReconciliationDocument["by"],
  now: number,
  night?: string,
): ReconciliationDocument => ({
  _id: new ObjectId(),
  state: "waiting",
  by,
  ...(night ? { night } : {}),
  askedAt: new Date(now),
  startedAt: null,
  endedAt: null,
  after: null,
  users: 0,
  orders: 0,
  transactions: 0,
  canRows: 0,
  depositRows: 0,
  days: 0,
  drifts: 0,
  held: nothingHeld,
  holder: null,
  heldUntil: null,
});

/** What rows come from: an order, or a can that was taken. */
export interface DriftCause {
  kind: "order" | "transaction";
  id: ObjectId;
}

/**
 * Written by the worker that found it: an account that is not what its rows add up to, rows that are not what their
 * cause says, or a day of sales that is not what its orders come to. Never mended by itself.
 */
export interface DriftDocument {
  _id: ObjectId;
  reconciliation: ObjectId;
  kind: DriftKind;
  /** The field of the account or of the row of sales; of a cause what its rows should say together. */
  figure: string;
  /** Null of sales. */
  user: ObjectId | null;
  /** Missing in older ones. */
  cause?: DriftCause | null;
  /** For sales: yyyy-mm-dd. Missing in the others. */
  day?: string;
  /** Set for a difference about cans of one product at one machine. */
  machine: ObjectId | null;
  product: ObjectId | null;
  brand: string;
  /** What the account, the cause or the row of sales says, and what its rows or orders add up to; money in paise. */
  account: number;
  rows: number;
  /** The newest rows that it should have come from, and how many there are; of sales how many orders. */
  rowIds: ObjectId[];
  rowCount: number;
}
/** A drift before it belongs to a reconciliation. */
export type Found = Omit<DriftDocument, "_id" | "reconciliation">;

export const reconciliation = {
  reconciliations: collection<ReconciliationDocument>({
    indexes: [
      { name: "askedAt", key: { askedAt: -1, _id: -1 } },
      { name: "state", key: { state: 1, askedAt: 1 } },
      {
        name: "oneAtATime",
        key: { state: 1 },
        unique: true,
        partialFilterExpression: { state: "running" },
        taken: () => "A reconciliation is running",
      },
      {
        name: "oneWaiting",
        key: { state: 1 },
        unique: true,
        partialFilterExpression: { state: "waiting" },
        taken: () => "A reconciliation waits already",
      },
      {
        name: "night",
        key: { night: 1 },
        unique: true,
        partialFilterExpression: { night: { $type: "string" } },
        taken: () => "This night has a reconciliation already",
      },
    ],
  }),
  drifts: collection<DriftDocument>({ indexes: [{ name: "of", key: { reconciliation: 1, user: 1, _id: 1 } }] }),
};
