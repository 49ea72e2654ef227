import type { ObjectId } from "mongodb";
import { type DepositFigures, depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { DriftCause, Found } from "#shared/reconciliation/reconciliation.document.server.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { CanRowDocument, DepositRowDocument } from "#shared/users/accounts.document.server.ts";

type Stores = Pick<Mongo, "collections">;
type Order = Pick<OrderDocument, "_id" | "status" | "machine" | "lines" | "securityDeposit" | "freeDeposits">;
type Can = Pick<CanTransactionDocument, "_id" | "status" | "machine" | "product" | "brand" | "holdsSlot">;
export type CanRow = Pick<CanRowDocument, "_id" | "machine" | "product" | "brand" | "credit" | "debit" | "ref">;
type Place = Pick<Found, "machine" | "product" | "brand">;

/** So many rows of a drift are named. */
export const mostRowsNamed = 50;
const noDeposit: DepositFigures = {
  deposit: 0,
  securityDeposit: 0,
  depositBought: 0,
  depositUsed: 0,
  freeDeposit: 0,
};

interface Rows {
  rowIds: ObjectId[];
  rowCount: number;
}
const note = (to: Rows, row: ObjectId): void => {
  to.rowCount += 1;
  if (to.rowIds.length < mostRowsNamed) to.rowIds.push(row);
};

/** Of one product that a cause moves: what it should have written to the can ledger, and what stands there. */
interface CansOf extends Rows {
  cause: DriftCause;
  place: Place;
  should: { credit: number; debit: number };
  is: { credit: number; debit: number };
}
/** What a cause should have written to the deposit rows. */
interface DepositOf extends Rows {
  cause: DriftCause;
  should: DepositFigures;
  is: DepositFigures;
  /** An order gives these once, less what is there already: its row adds at most so many. */
  freeUpTo: number;
}

const nowhere: Place = { machine: null, product: null, brand: "" };

/**
 * The causes of one user's rows, with what each should have written: a paid order its cans and deposits and an unpaid
 * one nothing; a can that was taken one debit, and its credit once it is refunded; a can with a slot that slot. Rows
 * are added one at a time. What operators, deletions and scripts wrote by hand names no cause and is none.
 */
export const openCauses = async (
  { collections: { orders, canTransactions } }: Stores,
  session: DbSession,
  user: ObjectId,
) => {
  const cans = new Map<string, CansOf>();
  const deposits = new Map<string, DepositOf>();
  const holdsSlot = new Set<string>();
  /** What operators took from `depositUsed` by hand: so many cans may come back without freeing a slot. */
  let slotsTaken = 0;
  const counted = { orders: 0, transactions: 0 };

  const cansOf = (cause: DriftCause, { machine, product, brand }: Place): CansOf => {
    const key = `${cause.kind} ${cause.id} ${machine} ${product}`;
    const known = cans.get(key);
    if (known) return known;
    const place = { machine, product, brand };
    const fresh = { cause, place, should: { credit: 0, debit: 0 }, is: { credit: 0, debit: 0 } };
    const entry: CansOf = { ...fresh, rowIds: [], rowCount: 0 };
    cans.set(key, entry);
    return entry;
  };
  const depositOf = (cause: DriftCause): DepositOf => {
    const key = `${cause.kind} ${cause.id}`;
    const known = deposits.get(key);
    if (known) return known;
    const entry: DepositOf = {
      cause,
      should: { ...noDeposit },
      is: { ...noDeposit },
      freeUpTo: 0,
      rowIds: [],
      rowCount: 0,
    };
    deposits.set(key, entry);
    return entry;
  };

  const expectOrder = ({ _id, status, machine, lines, securityDeposit, freeDeposits }: Order): void => {
    if (!isPaid(status)) return;
    const cause: DriftCause = { kind: "order", id: _id };
    for (const { productType, product, brand, quantity, totalPrice } of lines) {
      if (productType === "product") cansOf(cause, { machine, product, brand }).should.credit += quantity;
      else {
        const { should } = depositOf(cause);
        should.deposit += totalPrice;
        should.depositBought += quantity;
      }
    }
    if (securityDeposit !== 0) depositOf(cause).should.securityDeposit = securityDeposit;
    if (freeDeposits > 0) depositOf(cause).freeUpTo = freeDeposits;
  };
  const expectCan = ({ _id, status, machine, product, brand, holdsSlot: holds }: Can): void => {
    const cause: DriftCause = { kind: "transaction", id: _id };
    const { should } = cansOf(cause, { machine, product, brand });
    should.debit = 1;
    // Failed is what a refunded can is called (specification: Can status).
    should.credit = status === "failed" ? 1 : 0;
    if (!holds) return;
    holdsSlot.add(_id.toHexString());
    depositOf(cause).should.depositUsed = 1;
  };

  const options = { session, hint: "userTime", batchSize: recordsPerBatch };
  const bought = orders
    .find({ user }, options)
    .project<Order>({ status: 1, machine: 1, lines: 1, securityDeposit: 1, freeDeposits: 1 });
  for await (const order of bought) {
    counted.orders += 1;
    expectOrder(order);
  }
  const taken = canTransactions
    .find({ user }, options)
    .project<Can>({ status: 1, machine: 1, product: 1, brand: 1, holdsSlot: 1 });
  for await (const can of taken) {
    counted.transactions += 1;
    expectCan(can);
  }

  const cansThatDiffer = function* (): Generator<Found> {
    for (const { cause, place, should, is, rowIds, rowCount } of cans.values()) {
      const found = { kind: cause.kind, cause, user, ...place, rowIds, rowCount };
      const off = (["credit", "debit"] as const).filter((figure) => is[figure] !== should[figure]);
      for (const figure of off) yield { ...found, figure, account: should[figure], rows: is[figure] };
      // The sums are right, and they come from two rows or from none.
      const rows = cause.kind === "order" ? 1 : should.credit + should.debit;
      if (off.length === 0 && rowCount !== rows) yield { ...found, figure: "canRows", account: rows, rows: rowCount };
    }
  };
  /** What is right of an entry whose sums say so: one row, and of a slot that was freed two. */
  const depositRowsOf = ({ cause, is, rowCount }: DepositOf): number => {
    if (cause.kind === "order") return depositFigures.some((figure) => is[figure] !== 0) ? 1 : 0;
    return is.depositUsed > 0 ? 1 : Math.min(rowCount, 2);
  };
  const depositsThatDiffer = function* (): Generator<Found> {
    // Nothing is freed where an operator has said meanwhile that no slot is used.
    const unfreed = [...deposits.values()].filter(
      ({ cause, is }) => cause.kind === "transaction" && is.depositUsed === 1 && !holdsSlot.has(`${cause.id}`),
    );
    const excused = new Set(unfreed.length <= slotsTaken ? unfreed : []);
    for (const entry of deposits.values()) {
      const { cause, should, is, freeUpTo, rowIds, rowCount } = entry;
      const found = { kind: cause.kind, cause, user, ...nowhere, rowIds, rowCount };
      if (freeUpTo > 0) should.freeDeposit = Math.min(is.freeDeposit, freeUpTo);
      if (excused.has(entry)) should.depositUsed = 1;
      const off = depositFigures.filter((figure) => is[figure] !== should[figure]);
      for (const figure of off) yield { ...found, figure, account: should[figure], rows: is[figure] };
      const rows = depositRowsOf(entry);
      if (off.length === 0 && rowCount !== rows)
        yield { ...found, figure: "depositRows", account: rows, rows: rowCount };
    }
  };

  return {
    counted,
    addCanRow: ({ _id, ref, credit, debit, machine, product, brand }: CanRow): void => {
      if ((ref.kind !== "order" && ref.kind !== "transaction") || ref.id === null) return;
      const entry = cansOf({ kind: ref.kind, id: ref.id }, { machine, product, brand });
      entry.is.credit += credit;
      entry.is.debit += debit;
      note(entry, _id);
    },
    addDepositRow: (row: DepositRowDocument): void => {
      if (!row.ref) {
        slotsTaken += Math.max(0, -row.depositUsed);
        return;
      }
      const entry = depositOf(row.ref);
      for (const figure of depositFigures) entry.is[figure] += row[figure];
      note(entry, row._id);
    },
    /** What differs, once all rows were added. */
    drifts: (): Found[] => [...cansThatDiffer(), ...depositsThatDiffer()],
  };
};
export type Causes = Awaited<ReturnType<typeof openCauses>>;
