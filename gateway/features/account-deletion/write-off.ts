import type { ObjectId } from "mongodb";
import { writtenOff } from "#shared/account-deletion/account-deletion.rules.ts";
import { writeOffAccounts } from "#shared/account-deletion/write-off-accounts.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { settlePenalties } from "#shared/penalties/settle-penalties.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
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
  await settlePenalties(dbSession, { mongo, audit }, actor, penalties, {
    user,
    as: { canceled: true },
    reason: writtenOff,
    now,
  });
};
