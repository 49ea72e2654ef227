import type { ObjectId } from "mongodb";
import { collection } from "../collection.ts";

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
  by: { kind: "operator" | "system"; id: ObjectId | null };
  reason: string;
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
  depositRows: collection<DepositRowDocument>({ indexes: [{ name: "user", key: { user: 1, at: 1, _id: 1 } }] }),
  penalties: collection<PenaltyDocument>({
    indexes: [
      { name: "user", key: { user: 1, createdAt: 1, _id: 1 } },
      { name: "owed", key: { paid: 1, canceled: 1, createdAt: 1, _id: 1 } },
      { name: "owedBy", key: { user: 1, paid: 1, canceled: 1 } },
    ],
  }),
};
