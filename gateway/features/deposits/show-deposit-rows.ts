import type { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { rupeesOf } from "#shared/http/money.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { DepositRowDocument } from "#shared/users/accounts.document.server.ts";
import type { Show } from "../../paged/paged-reader.ts";

/** With the names of the operators who made the changes, as they are now. */
export const showDepositRows =
  ({ collections: { users } }: Pick<Mongo, "collections">): Show<DepositRowDocument, DepositRow> =>
  async (rows, dbSession) => {
    const operators = rows.map(({ by }) => (by.kind === "operator" ? by.id : null));
    const operatorOf = await readByIds(users, dbSession, operators, ["name"]);
    return rows.map((row) => ({
      _id: row._id.toHexString(),
      user: row.user.toHexString(),
      at: row.at.toISOString(),
      deposit: rupeesOf(row.deposit),
      securityDeposit: rupeesOf(row.securityDeposit),
      depositBought: row.depositBought,
      depositUsed: row.depositUsed,
      freeDeposit: row.freeDeposit,
      by: { kind: row.by.kind, name: operatorOf(row.by.id)?.name ?? "" },
      ref: row.ref ? { kind: row.ref.kind, id: row.ref.id.toHexString() } : null,
      reason: row.reason,
    }));
  };
