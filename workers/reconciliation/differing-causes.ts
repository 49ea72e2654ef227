import type { ObjectId } from "mongodb";
import { type DepositFigures, depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { DriftCause, Found } from "#shared/reconciliation/reconciliation.document.server.ts";

export type Place = Pick<Found, "machine" | "product" | "brand">;

/** At most this many rows of a drift are named. */
export const mostRowsNamed = 50;
export const noDeposit: DepositFigures = {
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

export const note = (to: Rows, row: ObjectId): void => {
  to.rowCount += 1;
  if (to.rowIds.length < mostRowsNamed) to.rowIds.push(row);
};

/** One product that a cause moves: what the cause should have written to the can ledger, and what is there. */
export interface CansOf extends Rows {
  cause: DriftCause;
  place: Place;
  should: { credit: number; debit: number };
  is: { credit: number; debit: number };
}

/** What a cause should have written to the deposit rows. */
export interface DepositOf extends Rows {
  cause: DriftCause;
  should: DepositFigures;
  is: DepositFigures;
  /** Free slots that an order gives once: its row adds at most this many, fewer if some were there already. */
  freeUpTo: number;
}

const nowhere: Place = { machine: null, product: null, brand: "" };

export const cansThatDiffer = function* (user: ObjectId, cans: Iterable<CansOf>): Generator<Found> {
  for (const { cause, place, should, is, rowIds, rowCount } of cans) {
    const found = { kind: cause.kind, cause, user, ...place, rowIds, rowCount };
    const off = (["credit", "debit"] as const).filter((figure) => is[figure] !== should[figure]);
    for (const figure of off) yield { ...found, figure, account: should[figure], rows: is[figure] };
    // The sums are right, and they come from two rows or from none.
    const rows = cause.kind === "order" ? 1 : should.credit + should.debit;
    if (off.length === 0 && rowCount !== rows) yield { ...found, figure: "canRows", account: rows, rows: rowCount };
  }
};

/** The number of rows that is right for an entry whose sums are right: one, or two for a slot that was freed. */
const depositRowsOf = ({ cause, is, rowCount }: DepositOf): number => {
  if (cause.kind === "order") return depositFigures.some((figure) => is[figure] !== 0) ? 1 : 0;
  return is.depositUsed > 0 ? 1 : Math.min(rowCount, 2);
};

/** Cans that came back without freeing a slot are excused if operators took at least as many slots by hand. */
export const depositsThatDiffer = function* (
  user: ObjectId,
  deposits: readonly DepositOf[],
  { holdsSlot, slotsTaken }: { holdsSlot: ReadonlySet<string>; slotsTaken: number },
): Generator<Found> {
  // Nothing is freed where an operator has said meanwhile that no slot is used.
  const unfreed = deposits.filter(
    ({ cause, is }) => cause.kind === "transaction" && is.depositUsed === 1 && !holdsSlot.has(`${cause.id}`),
  );
  const excused = new Set(unfreed.length <= slotsTaken ? unfreed : []);
  for (const entry of deposits) {
    const { cause, should, is, freeUpTo, rowIds, rowCount } = entry;
    const found = { kind: cause.kind, cause, user, ...nowhere, rowIds, rowCount };
    if (freeUpTo > 0) should.freeDeposit = Math.min(is.freeDeposit, freeUpTo);
    if (excused.has(entry)) should.depositUsed = 1;
    const off = depositFigures.filter((figure) => is[figure] !== should[figure]);
    for (const figure of off) yield { ...found, figure, account: should[figure], rows: is[figure] };
    const rows = depositRowsOf(entry);
    if (off.length === 0 && rowCount !== rows) yield { ...found, figure: "depositRows", account: rows, rows: rowCount };
  }
};
