import type { ObjectId } from "mongodb";
import { scopeOf } from "#shared/cans/can-scopes.server.ts";
import { depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { Found, HeldFigures } from "#shared/reconciliation/reconciliation.document.server.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { CansDocument, DepositDocument } from "#shared/users/accounts.document.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { type CanRow, type Causes, openCauses } from "./compare-causes.ts";
import { mostRowsNamed } from "./differing-causes.ts";

type Stores = Pick<Mongo, "collections">;
type Person = Pick<UserDocument, "_id" | "penaltiesOwed">;

/** What of a user's rows was added up. `rowIds` are the newest. */
interface Sum {
  sum: number;
  rowCount: number;
  rowIds: ObjectId[];
}
const nothing = (): Sum => ({ sum: 0, rowCount: 0, rowIds: [] });
const add = (to: Sum, figure: number, row: ObjectId): void => {
  to.sum += figure;
  to.rowCount += 1;
  to.rowIds.push(row);
  if (to.rowIds.length > mostRowsNamed) to.rowIds.shift();
};
const sumOf = (sums: Map<string, Sum>, key: string): Sum => {
  const known = sums.get(key) ?? nothing();
  sums.set(key, known);
  return known;
};
const nowhere = { cause: null, machine: null, product: null, brand: "" };

/** Cans per machine and product, and in all. Rows come in the order of the ledger. */
const compareCans = async (
  { collections: { canLedger } }: Stores,
  session: DbSession,
  user: ObjectId,
  account: CansDocument | undefined,
  causes: Causes,
): Promise<{ drifts: Found[]; rows: number }> => {
  const sums = new Map<string, Sum>();
  const all = nothing();
  const found = new Map<string, { machine: ObjectId; product: ObjectId; brand: string; account: number }>();
  for (const { machine, product, brand, totalCans } of account?.current ?? [])
    found.set(`${machine} ${product}`, { machine, product, brand, account: totalCans });
  const rows = canLedger
    .find({ scopes: scopeOf({ user }) }, { session, hint: "scope", batchSize: recordsPerBatch })
    .project<CanRow>({ machine: 1, product: 1, brand: 1, credit: 1, debit: 1, ref: 1 });
  for await (const row of rows) {
    const { _id, machine, product, brand, credit, debit } = row;
    causes.addCanRow(row);
    const key = `${machine} ${product}`;
    if (!found.has(key)) found.set(key, { machine, product, brand, account: 0 });
    add(sumOf(sums, key), credit - debit, _id);
    add(all, credit - debit, _id);
  }
  const drifts = [...found].flatMap(([key, { account: held, ...where }]): Found[] => {
    const { sum, ...of } = sums.get(key) ?? nothing();
    if (sum === held) return [];
    return [{ kind: "cans", figure: "current", cause: null, user, ...where, account: held, rows: sum, ...of }];
  });
  const { sum, ...of } = all;
  const held = account?.totalCans ?? 0;
  if (sum !== held)
    drifts.push({ kind: "cans", figure: "totalCans", user, ...nowhere, account: held, rows: sum, ...of });
  return { drifts, rows: all.rowCount };
};

const compareDeposit = async (
  { collections: { depositRows } }: Stores,
  session: DbSession,
  user: ObjectId,
  account: DepositDocument | undefined,
  causes: Causes,
): Promise<{ drifts: Found[]; rows: number }> => {
  const sums = new Map<string, Sum>();
  let count = 0;
  for await (const row of depositRows.find({ user }, { session, hint: "user", batchSize: recordsPerBatch })) {
    count += 1;
    causes.addDepositRow(row);
    for (const figure of depositFigures) if (row[figure] !== 0) add(sumOf(sums, figure), row[figure], row._id);
  }
  const drifts = depositFigures.flatMap((figure): Found[] => {
    const { sum, ...of } = sums.get(figure) ?? nothing();
    const held = account?.[figure] ?? 0;
    return sum === held ? [] : [{ kind: "deposit", figure, user, ...nowhere, account: held, rows: sum, ...of }];
  });
  return { drifts, rows: count };
};

const comparePenalties = async (
  { collections: { penalties } }: Stores,
  session: DbSession,
  { _id: user, penaltiesOwed = 0 }: Person,
): Promise<Found[]> => {
  const owed = await penalties
    .find({ user, paid: false, canceled: false }, { session, hint: "owedBy", projection: { _id: 1 } })
    .toArray();
  if (owed.length === penaltiesOwed) return [];
  const rowIds = owed.slice(-mostRowsNamed).map(({ _id }) => _id);
  const difference = { account: penaltiesOwed, rows: owed.length, rowIds, rowCount: owed.length };
  return [{ kind: "penalties", figure: "penaltiesOwed", user, ...nowhere, ...difference }];
};

interface Compared {
  drifts: Found[];
  held: HeldFigures;
  orders: number;
  transactions: number;
  canRows: number;
  depositRows: number;
}

/** Sums of these accounts: they are read for the comparison anyway, so no other query must add them up. */
const heldBy = (cans: CansDocument[], deposits: DepositDocument[]): HeldFigures => {
  const sum = (figure: (typeof depositFigures)[number]) => deposits.reduce((all, one) => all + one[figure], 0);
  return {
    totalCans: cans.reduce((all, { totalCans }) => all + totalCans, 0),
    deposit: sum("deposit"),
    securityDeposit: sum("securityDeposit"),
    depositBought: sum("depositBought"),
    depositUsed: sum("depositUsed"),
    freeDeposit: sum("freeDeposit"),
  };
};

/**
 * What of these users' accounts is not what their rows add up to, and which rows are not what their orders and
 * transactions caused, all read at the one moment of `session`: traffic beside it makes no drift. Memory is bounded by
 * what one user ordered and took.
 */
export const compareUsers = async (stores: Stores, session: DbSession, people: Person[]): Promise<Compared> => {
  const { cans, deposits } = stores.collections;
  const all = { _id: { $in: people.map(({ _id }) => _id) } };
  const byUser = <D extends { _id: ObjectId }>(found: D[]) => new Map(found.map((one) => [one._id.toHexString(), one]));
  const cansOf = byUser(await cans.find(all, { session }).toArray());
  const depositOf = byUser(await deposits.find(all, { session }).toArray());
  const held = heldBy([...cansOf.values()], [...depositOf.values()]);
  const compared: Compared = { drifts: [], held, orders: 0, transactions: 0, canRows: 0, depositRows: 0 };
  for (const person of people) {
    const id = person._id.toHexString();
    const causes = await openCauses(stores, session, person._id);
    const ofCans = await compareCans(stores, session, person._id, cansOf.get(id), causes);
    const ofDeposit = await compareDeposit(stores, session, person._id, depositOf.get(id), causes);
    const ofPenalties = await comparePenalties(stores, session, person);
    for (const some of [ofCans.drifts, ofDeposit.drifts, ofPenalties, causes.drifts()])
      for (const drift of some) compared.drifts.push(drift);
    compared.orders += causes.counted.orders;
    compared.transactions += causes.counted.transactions;
    compared.canRows += ofCans.rows;
    compared.depositRows += ofDeposit.rows;
  }
  return compared;
};
