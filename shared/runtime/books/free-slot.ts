import type { DbSession, Mongo } from "../mongo.ts";
import { type DepositPosting, postDeposit } from "./post-deposit.ts";

/**
 * Frees a deposit slot, inside the transaction of its cause. Nothing where no slot is used any more, because an operator
 * has said so meanwhile: `depositUsed` is never below 0, and no refund or return fails for it.
 */
export const freeSlot = async (
  stores: Pick<Mongo, "collections">,
  dbSession: DbSession,
  told: Omit<DepositPosting, "add" | "set">,
): Promise<void> => {
  const known = await stores.collections.deposits.findOne({ _id: told.user }, { session: dbSession });
  if (!known || known.depositUsed === 0) return;
  await postDeposit(stores, dbSession, { ...told, add: { depositUsed: -1 } });
};
