import type { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { rupeesOf } from "#shared/http/money.ts";
import type { DepositRowDocument } from "#shared/runtime/documents/accounts.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Show } from "../paged/paged-reader.ts";

/** With the names of the operators who made the changes, as they are now. */
export const showDepositRows =
  ({ collections: { users } }: Pick<Mongo, "collections">): Show<DepositRowDocument, DepositRow> =>
  async (rows, dbSession) => {
    const ids = rows.flatMap(({ by }) => (by.kind === "operator" && by.id ? [by.id] : []));
    const operators = await users
      .find({ _id: { $in: ids } }, { session: dbSession, projection: { name: 1 } })
      .toArray();
    const names = new Map(operators.map(({ _id, name }) => [_id.toHexString(), name]));
    return rows.map((row) => ({
      _id: row._id.toHexString(),
      user: row.user.toHexString(),
      at: row.at.toISOString(),
      deposit: rupeesOf(row.deposit),
      securityDeposit: rupeesOf(row.securityDeposit),
      depositBought: row.depositBought,
      depositUsed: row.depositUsed,
      freeDeposit: row.freeDeposit,
      by: { kind: row.by.kind, name: names.get(row.by.id?.toHexString() ?? "") ?? "" },
      ref: row.ref ? { kind: row.ref.kind, id: row.ref.id.toHexString() } : null,
      reason: row.reason,
    }));
  };
