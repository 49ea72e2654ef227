import type { CanTransaction, CanTransactionRecord } from "#shared/transactions/transaction.schema.ts";
import { loadAgain } from "../live/follow.ts";
import { withPublished } from "./customer-and-machine.ts";

export interface NeedsAction {
  /** The newest first. */
  cans: readonly CanTransaction[];
  total: number;
}

/** What waits after this event of a transaction: what is settled leaves, what has ended unopened may join. */
export const afterEvent = (known: NeedsAction, incoming: CanTransactionRecord): NeedsAction | typeof loadAgain => {
  const at = known.cans.findIndex(({ _id }) => _id === incoming._id);
  const can = known.cans[at];
  if (!can) return incoming.status === "pending" && !incoming.isLive ? loadAgain : known;
  if (incoming.status !== "pending")
    return { cans: known.cans.filter(({ _id }) => _id !== incoming._id), total: known.total - 1 };
  return { ...known, cans: known.cans.with(at, withPublished(can, incoming)) };
};
