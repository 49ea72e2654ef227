import type { ObjectId } from "mongodb";
import { writtenOff } from "#shared/account-deletion/account-deletion.rules.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { depositFigures, postDeposit } from "#shared/deposits/post-deposit.server.ts";
import { countOwed } from "#shared/penalties/count-owed.server.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { openCans, openDeposit } from "#shared/users/open-accounts.server.ts";
import { changeRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Held } from "./standing-of.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;

/**
 * Brings an account to nothing by rows of the books, so that they go on adding up, and cancels what is owed. Both account
 * records are written whatever they held: a take, an order or an edit at the same moment meets this one there.
 */
export const writeOff = async (
  dbSession: DbSession,
  { mongo, audit, clock }: Parts,
  actor: Actor,
  user: ObjectId,
  { cans, deposit, penalties }: Held,
): Promise<void> => {
  const now = new Date(clock.now());
  await openCans(mongo, dbSession, user);
  await openDeposit(mongo, dbSession, user);
  for (const { machine, product, brand, totalCans } of cans.current)
    await postCans(mongo, dbSession, {
      user,
      machine,
      product,
      brand,
      credit: 0,
      debit: totalCans,
      ref: { kind: "operator", id: actor.id },
      message: writtenOff,
      now,
    });
  await postDeposit(mongo, dbSession, {
    user,
    add: Object.fromEntries(depositFigures.map((figure) => [figure, -deposit[figure]])),
    set: { collectSecurityDeposit: false },
    by: { kind: actor.kind, id: actor.id },
    reason: writtenOff,
    now,
  });
  await mongo.collections.cans.updateOne({ _id: user }, { $inc: { rev: 1 } }, { session: dbSession });
  for (const { _id } of penalties)
    await changeRecordIn(dbSession, { mongo, audit }, actor, {
      definition: penaltyRecord,
      id: _id,
      reason: writtenOff,
      fields: async (present) => {
        await countOwed(mongo, dbSession, present, { ...present, canceled: true });
        return { canceled: true, updatedAt: now };
      },
      show: () => null,
    });
};
