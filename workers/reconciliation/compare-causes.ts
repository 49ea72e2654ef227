import type { ObjectId } from "mongodb";
import { depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { DriftCause, Found } from "#shared/reconciliation/reconciliation.document.server.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { CanRowDocument, DepositRowDocument } from "#shared/users/accounts.document.server.ts";
import {
  type CansOf,
  cansThatDiffer,
  type DepositOf,
  depositsThatDiffer,
  noDeposit,
  note,
  type Place,
} from "./differing-causes.ts";

type Stores = Pick<Mongo, "collections">;
type Order = Pick<OrderDocument, "_id" | "status" | "machine" | "lines" | "securityDeposit" | "freeDeposits">;
type Can = Pick<
  CanTransactionDocument,
  "_id" | "status" | "machine" | "product" | "brand" | "holdsSlot" | "returnedAt"
>;
export type CanRow = Pick<CanRowDocument, "_id" | "machine" | "product" | "brand" | "credit" | "debit" | "ref">;

/** Brought back or given back, it occupies none, whatever its flag says: nothing would free that slot any more. */
const mayHoldSlot = ({ status, returnedAt, holdsSlot }: Can): boolean =>
  holdsSlot && status !== "failed" && returnedAt === null;

/** What was expected and found of each cause; an entry begins with the first of either. */
const createEntries = () => {
  const cans = new Map<string, CansOf>();
  const deposits = new Map<string, DepositOf>();
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
  return { cans, deposits, cansOf, depositOf };
};
type Entries = ReturnType<typeof createEntries>;

const expectOrder = (
  { cansOf, depositOf }: Entries,
  { _id, status, machine, lines, securityDeposit, freeDeposits }: Order,
): void => {
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

const expectCan = ({ cansOf, depositOf }: Entries, can: Can): void => {
  const { _id, status, machine, product, brand } = can;
  const cause: DriftCause = { kind: "transaction", id: _id };
  const { should } = cansOf(cause, { machine, product, brand });
  should.debit = 1;
  // Failed is what a refunded can is called (specification: Can status).
  should.credit = status === "failed" ? 1 : 0;
  if (mayHoldSlot(can)) depositOf(cause).should.depositUsed = 1;
};

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
  const holdsSlot = new Set<string>();
  /** Slots that operators took from `depositUsed` by hand: as many cans may come back without freeing one. */
  let slotsTaken = 0;
  const counted = { orders: 0, transactions: 0 };

  const entries = createEntries();
  const options = { session, hint: "userTime", batchSize: recordsPerBatch };
  const bought = orders
    .find({ user }, options)
    .project<Order>({ status: 1, machine: 1, lines: 1, securityDeposit: 1, freeDeposits: 1 });
  for await (const order of bought) {
    counted.orders += 1;
    expectOrder(entries, order);
  }
  const taken = canTransactions
    .find({ user }, options)
    .project<Can>({ status: 1, machine: 1, product: 1, brand: 1, holdsSlot: 1, returnedAt: 1 });
  for await (const can of taken) {
    counted.transactions += 1;
    expectCan(entries, can);
    if (mayHoldSlot(can)) holdsSlot.add(can._id.toHexString());
  }

  return {
    counted,
    addCanRow: ({ _id, ref, credit, debit, machine, product, brand }: CanRow): void => {
      if ((ref.kind !== "order" && ref.kind !== "transaction") || ref.id === null) return;
      const entry = entries.cansOf({ kind: ref.kind, id: ref.id }, { machine, product, brand });
      entry.is.credit += credit;
      entry.is.debit += debit;
      note(entry, _id);
    },
    addDepositRow: (row: DepositRowDocument): void => {
      if (!row.ref) {
        slotsTaken += Math.max(0, -row.depositUsed);
        return;
      }
      const entry = entries.depositOf(row.ref);
      for (const figure of depositFigures) entry.is[figure] += row[figure];
      note(entry, row._id);
    },
    /** What differs, once all rows were added. */
    drifts: (): Found[] => [
      ...cansThatDiffer(user, entries.cans.values()),
      ...depositsThatDiffer(user, [...entries.deposits.values()], { holdsSlot, slotsTaken }),
    ],
  };
};
export type Causes = Awaited<ReturnType<typeof openCauses>>;
