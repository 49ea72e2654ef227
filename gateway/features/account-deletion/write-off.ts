import type { ObjectId } from "mongodb";
import { writtenOff } from "#shared/account-deletion/account-deletion.rules.ts";
import { writeOffAccounts } from "#shared/account-deletion/write-off-accounts.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { countOwed } from "#shared/penalties/count-owed.server.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { changeRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Held } from "./standing-of.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;

/** Brings an account to nothing, and cancels what is owed. */
export const writeOff = async (
  dbSession: DbSession,
  { mongo, audit, clock }: Parts,
  actor: Actor,
  user: ObjectId,
  { penalties }: Pick<Held, "penalties">,
): Promise<void> => {
  const now = new Date(clock.now());
  await writeOffAccounts(mongo, dbSession, { user, by: actor, now });
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
