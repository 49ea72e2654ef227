import { depositRecord } from "#shared/deposits/deposit.record.ts";
import type { Deposit, DepositChange } from "#shared/deposits/deposit.schema.ts";
import { paiseOf } from "#shared/http/money.ts";
import { openDeposit } from "#shared/runtime/books/open-accounts.ts";
import { writeDepositRow } from "#shared/runtime/books/post-deposit.ts";
import { changeRecordIn, differing } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import type { Asked } from "../once.ts";
import { refuseOwnDeed } from "../own-account.ts";
import { requireAccount } from "../require-account.ts";
import { depositView } from "./deposits.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once">;

/** Deposits of users, edited by operators: each change of a figure is a row of its own, for good. */
export const createDepositsService = ({ mongo, audit, clock, once }: Parts) => ({
  change: (
    asked: Asked,
    id: string,
    { rev, reason, deposit, securityDeposit, ...change }: DepositChange,
  ): Promise<{ deposit: Deposit }> =>
    once(asked, async (dbSession) => {
      const { _id: user } = await requireAccount(mongo, dbSession, id, depositRecord);
      await refuseOwnDeed(mongo, dbSession, asked.actor, user, "deposit");
      await openDeposit(mongo, dbSession, user);
      return changeRecordIn(dbSession, { mongo, audit }, asked.actor, {
        card: depositRecord,
        id: user,
        rev,
        reason,
        fields: async (present) => {
          const fields = {
            ...change,
            ...(deposit === undefined ? {} : { deposit: paiseOf(deposit) }),
            ...(securityDeposit === undefined ? {} : { securityDeposit: paiseOf(securityDeposit) }),
          };
          const by = { kind: asked.actor.kind, id: asked.actor.id };
          const told = { user, by, reason: reason ?? "", now: new Date(clock.now()) };
          await writeDepositRow(mongo, dbSession, present, { ...present, ...differing(present, fields) }, told);
          return fields;
        },
        show: depositView,
      });
    }),
});
