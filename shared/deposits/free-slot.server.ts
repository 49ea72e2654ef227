import type { DbSession, Mongo } from "../runtime/mongo.ts";
import { type DepositPosting, postDeposit } from "./post-deposit.server.ts";

/**
 * Frees a deposit slot, inside the transaction of its cause. Nothing where no slot is used any more, because an operator
 * has said so meanwhile: `depositUsed` is never below 0, and no refund or return fails for it.
 */
export const freeSlot = async (
  stores: Pick<Mongo, "collections">,
  dbSession: DbSession,
  published: Omit<DepositPosting, "add" | "set">,
): Promise<void> => {
  const known = await stores.collections.deposits.findOne({ _id: published.user }, { session: dbSession });
  if (!known || known.depositUsed === 0) return;
  await postDeposit(stores, dbSession, { ...published, add: { depositUsed: -1 } });
};
