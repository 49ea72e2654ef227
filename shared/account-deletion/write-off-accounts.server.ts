import type { ObjectId } from "mongodb";
import type { Actor } from "../audit/audit.server.ts";
import { postCans } from "../cans/post-cans.server.ts";
import { depositFigures, postDeposit } from "../deposits/post-deposit.server.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import { noCans, noDeposit, openCans, openDeposit } from "../users/open-accounts.server.ts";
import { writtenOff } from "./account-deletion.rules.ts";

interface WriteOff {
  user: ObjectId;
  by: Pick<Actor, "kind" | "id">;
  now: Date;
}

/**
 * Brings the cans and the deposit of an account to nothing by rows of the books, so that they go on adding up. Both
 * records are written whatever they held: a take, an order or an edit at the same moment meets this one there.
 */
export const writeOffAccounts = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { user, by: { kind, id }, now }: WriteOff,
): Promise<void> => {
  const { cans, deposits } = mongo.collections;
  await openCans(mongo, dbSession, user);
  await openDeposit(mongo, dbSession, user);
  const { current } = (await cans.findOne({ _id: user }, { session: dbSession })) ?? noCans;
  const deposit = (await deposits.findOne({ _id: user }, { session: dbSession })) ?? noDeposit;
  for (const { machine, product, brand, totalCans } of current)
    await postCans(mongo, dbSession, {
      user,
      machine,
      product,
      brand,
      credit: 0,
      debit: totalCans,
      ref: kind === "operator" ? { kind, id } : { kind: "system", id: null },
      message: writtenOff,
      now,
    });
  await postDeposit(mongo, dbSession, {
    user,
    add: Object.fromEntries(depositFigures.map((figure) => [figure, -deposit[figure]])),
    set: { collectSecurityDeposit: false },
    by: { kind, id },
    reason: writtenOff,
    now,
  });
  await cans.updateOne({ _id: user }, { $inc: { rev: 1 } }, { session: dbSession });
};
