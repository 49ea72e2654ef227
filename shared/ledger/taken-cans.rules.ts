import type { LedgerEntry } from "./ledger.schema.ts";

/** What a row of the can ledger says of one can that an order bought and that is gone. */
export type TakenBy = Pick<LedgerEntry, "_id" | "time" | "reference">;

/** A row of one customer, machine and product. `total` is of these alone, after it. */
export type CanMove = Pick<LedgerEntry, "_id" | "time" | "credit" | "debit" | "total"> & {
  reference: Pick<LedgerEntry["reference"], "kind" | "id" | "label">;
};

export interface TakenCans {
  /** How many of them are gone: taken, or debited by an operator. */
  taken: number;
  /** What debited them, the oldest first; a row for each can. */
  by: TakenBy[];
}

/**
 * Which rows debited the cans that an order credited. `rows` are those of one customer, machine and product from the
 * order's credit on, the oldest first. An account does not say which can is which: they are taken in the order in which
 * they were bought, and a refunded can is back where it was. Null where the credit is not among the rows.
 */
export const takenOf = (rows: readonly CanMove[], order: string): TakenCans | null => {
  const at = rows.findIndex(({ reference, credit }) => reference.id === order && credit > 0);
  const credited = rows[at];
  if (!credited) return null;
  let ahead = credited.total - credited.credit;
  let by: TakenBy[] = [];
  const later = new Set<string>();
  for (const row of rows.slice(at + 1)) {
    const cause = row.reference.id ?? row._id;
    for (let can = 0; can < row.debit; can += 1) {
      if (ahead > 0) ahead -= 1;
      else if (by.length < credited.credit) by.push(row);
      else later.add(cause);
    }
    const isRefund = row.credit > 0 && row.reference.kind === "transaction";
    if (!isRefund || later.has(cause)) continue;
    const left = by.filter(({ reference }) => reference.id !== row.reference.id);
    if (left.length === by.length) ahead += row.credit;
    by = left;
  }
  return { taken: by.length, by };
};

/**
 * The order that bought the can which this transaction debited, by the same rule; null where none did, as for a can
 * that an operator gave. `rows` are all of one customer, machine and product, the oldest first.
 */
export const boughtWith = (rows: readonly CanMove[], transaction: string): string | null => {
  const at = rows.findIndex(({ reference, debit }) => reference.id === transaction && debit > 0);
  const known = rows.slice(0, at + 1);
  const orders = known.flatMap(({ reference: { kind, id } }) => (kind === "order" && id !== null ? [id] : []));
  return (
    orders.findLast((order) => takenOf(known, order)?.by.some(({ reference }) => reference.id === transaction)) ?? null
  );
};
