import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { paiseOf } from "#shared/http/money.ts";
import { countOwed } from "#shared/penalties/count-owed.server.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import type { NewPenalty, Penalty, PenaltyChange } from "#shared/penalties/penalty.schema.ts";
import type { PenaltyDocument } from "#shared/users/accounts.document.server.ts";
import { addRecordIn, changeRecordIn, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { refuseOwnAction } from "../../records/own-account.ts";
import { holdLivingAccount, requireAccount } from "../../records/require-account.ts";
import { penaltyView } from "./penalties.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once">;

/** Penalties: given to a user, edited, paid, canceled. */
export const createPenaltiesService = ({ mongo, audit, clock, once }: Parts) => ({
  read: (id: string) =>
    mongo.answerAsOf(async (dbSession) => ({
      penalty: penaltyView(await requireRecord(mongo, dbSession, penaltyRecord, id)),
    })),

  add: (
    requested: OnceCall,
    userId: string,
    { amount, quantity, message, user, reason }: NewPenalty,
  ): Promise<{ penalty: Penalty }> => {
    return once(
      requested,
      async (dbSession) => {
        const _id = new ObjectId(userId);
        await requireAccount(mongo, dbSession, userId);
        if (user !== undefined && user !== userId)
          throw new DomainError("invalid", "user: is not the one in the address");
        const now = new Date(clock.now());
        const record: PenaltyDocument = {
          _id: new ObjectId(),
          user: _id,
          amount: paiseOf(amount),
          quantity,
          paid: false,
          canceled: false,
          message,
          createdAt: now,
          updatedAt: now,
          rev: 0,
        };
        // Early: edits of this user that come between would else let it begin again, without end.
        await countOwed(mongo, dbSession, null, record, clock.now());
        await addRecordIn(dbSession, { mongo, audit }, requested.actor, { definition: penaltyRecord, record, reason });
        return { penalty: penaltyView(record) };
      },
      ({ penalty }) => penalty.user,
    );
  },

  change: (actor: Actor, id: string, { rev, reason, amount, ...change }: PenaltyChange) =>
    mongo.inTransaction((dbSession) =>
      changeRecordIn(dbSession, { mongo, audit }, actor, {
        definition: penaltyRecord,
        id: new ObjectId(id),
        rev,
        reason,
        fields: async (present) => {
          await holdLivingAccount(mongo, dbSession, present.user);
          await refuseOwnAction(mongo, dbSession, actor, present.user, "penalty");
          const fields = { ...change, ...(amount === undefined ? {} : { amount: paiseOf(amount) }) };
          const { paid = present.paid, canceled = present.canceled } = change;
          await countOwed(mongo, dbSession, present, { user: present.user, paid, canceled }, clock.now());
          return isSame(present, fields) ? {} : { ...fields, updatedAt: new Date(clock.now()) };
        },
        show: penaltyView,
      }),
    ),
});

const isSame = (present: PenaltyDocument, fields: { [F in keyof PenaltyDocument]?: unknown }): boolean =>
  Object.entries(fields).every(
    ([field, value]) => value === undefined || value === present[field as keyof PenaltyDocument],
  );
