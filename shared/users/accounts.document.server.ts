import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { ActorKind } from "../runtime/upkeep.document.ts";

/** Written by the gateway: a user's deposits, in paise; its `_id` is the user's. Missing is all zero. */
export interface DepositDocument {
  _id: ObjectId;
  deposit: number;
  securityDeposit: number;
  depositBought: number;
  depositUsed: number;
  freeDeposit: number;
  collectSecurityDeposit: boolean;
  receivedFreeDeposit: boolean;
  rev: number;
}

/** Written by the gateway: one change of a deposit record, for good. Each figure is what the change added, in paise. */
export interface DepositRowDocument {
  _id: ObjectId;
  user: ObjectId;
  at: Date;
  deposit: number;
  securityDeposit: number;
  depositBought: number;
  depositUsed: number;
  freeDeposit: number;
  by: { kind: ActorKind; id: ObjectId | null };
  /** The order or transaction that caused it. Missing in rows of an operator's edit. */
  ref?: { kind: "order" | "transaction"; id: ObjectId };
  reason: string;
}

/** Cans that a user has paid for and not yet taken, of one product at one machine. */
export interface OpenCansDocument {
  machine: ObjectId;
  product: ObjectId;
  brand: string;
  totalCans: number;
}

/** Written by the gateway and the workers: a user's cans; its `_id` is the user's. Missing is all zero. */
export interface CansDocument {
  _id: ObjectId;
  /** The sum of `current`. */
  totalCans: number;
  /** The user's own limit a day; 0 leaves it to the machine's profile. */
  cansLimit: number;
  /** Taken on `openedDay`; on any other day it reads as 0. */
  openedCans: number;
  /** A day of TIME_ZONE, yyyy-mm-dd; null before the first take. */
  openedDay: string | null;
  current: OpenCansDocument[];
  /** The time of the user's newest row in the ledger. */
  postedAt: Date | null;
  /**
   * Written anew by each order that is placed and each text about them, so that a deletion at the same moment
   * conflicts.
   */
  heldByOrder?: ObjectId;
  rev: number;
}

/** Written with its change of cans, in the same transaction, for good. */
export interface CanRowDocument {
  _id: ObjectId;
  /** The later of now and the user's row before + 1 ms. */
  at: Date;
  user: ObjectId;
  machine: ObjectId;
  product: ObjectId;
  brand: string;
  credit: number;
  debit: number;
  /** The user's cans after it, of all machines and products. */
  userTotal: number;
  /** What caused it. */
  ref: { kind: "order" | "transaction" | "operator" | "system"; id: ObjectId | null };
  message: string;
  /** The eight keys with and without user, machine and product that a reading narrows by. */
  scopes: string[];
}

/** Written by the gateway. `amount` in paise, for one of `quantity`. */
export interface PenaltyDocument {
  _id: ObjectId;
  user: ObjectId;
  amount: number;
  quantity: number;
  paid: boolean;
  canceled: boolean;
  message: string;
  createdAt: Date;
  updatedAt: Date;
  rev: number;
}

export const accounts = {
  deposits: collection<DepositDocument>(),
  depositRows: collection<DepositRowDocument>({
    indexes: [
      { name: "user", key: { user: 1, at: 1, _id: 1 } },
      { name: "at", key: { at: 1, _id: 1 } },
    ],
  }),
  cans: collection<CansDocument>({
    indexes: [
      {
        name: "owedAt",
        key: { "current.machine": 1 },
        partialFilterExpression: { totalCans: { $gt: 0 } },
      },
    ],
  }),
  canLedger: collection<CanRowDocument>({ indexes: [{ name: "scope", key: { scopes: 1, at: 1, _id: 1 } }] }),
  penalties: collection<PenaltyDocument>({
    indexes: [
      { name: "user", key: { user: 1, createdAt: 1, _id: 1 } },
      { name: "owed", key: { paid: 1, canceled: 1, createdAt: 1, _id: 1 } },
      { name: "owedBy", key: { user: 1, paid: 1, canceled: 1 } },
    ],
  }),
};
