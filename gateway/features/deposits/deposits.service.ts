import { ObjectId } from "mongodb";
import { depositRecord } from "#shared/deposits/deposit.record.ts";
import type { Deposit, DepositChange } from "#shared/deposits/deposit.schema.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { DepositDocument, DepositRowDocument } from "#shared/runtime/documents/accounts.ts";
import type { Idempotency } from "../../http/idempotency.ts";
import { changeRecordIn, missing } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import type { Once } from "../once.ts";
import { beginDeposit } from "./deposits.repository.ts";
import { depositView } from "./deposits.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & { once: Once };
type Figures = Pick<DepositDocument, "deposit" | "securityDeposit" | "depositBought" | "depositUsed" | "freeDeposit">;
const figures = ["deposit", "securityDeposit", "depositBought", "depositUsed", "freeDeposit"] as const;

const addedBy = (before: Figures, after: Partial<Figures>): Figures =>
  Object.fromEntries(figures.map((name) => [name, (after[name] ?? before[name]) - before[name]])) as unknown as Figures;

/** Deposits of users, edited by operators: each change of a figure is a row of its own, for good. */
export const createDepositsService = ({ mongo, audit, clock, once }: Parts) => ({
  change: (
    actor: Actor,
    idempotency: Idempotency,
    id: string,
    { rev, reason, deposit, securityDeposit, ...change }: DepositChange,
  ): Promise<{ deposit: Deposit }> =>
    once(actor, idempotency, async (dbSession) => {
      const { depositRows, users } = mongo.collections;
      const user = new ObjectId(id);
      if (!(await users.findOne({ _id: user }, { session: dbSession, projection: { _id: 1 } })))
        throw missing(depositRecord, id);
      await beginDeposit(mongo, dbSession, user);
      const changed = await changeRecordIn(dbSession, { mongo, audit }, actor, {
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
          const added = addedBy(present, fields as Partial<Figures>);
          if (Object.values(added).some((figure) => figure !== 0)) {
            const row: DepositRowDocument = {
              _id: new ObjectId(),
              user,
              at: new Date(clock.now()),
              ...added,
              by: { kind: actor.kind, id: actor.id },
              reason: reason ?? "",
            };
            await depositRows.insertOne(row, { session: dbSession });
          }
          return fields;
        },
        show: depositView,
      });
      return { deposit: changed };
    }),
});
