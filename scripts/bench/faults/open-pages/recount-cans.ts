import { listOwedCans } from "#shared/cans/cans.api.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import { listLedger } from "#shared/ledger/ledger.api.ts";
import { listTransactionLedger } from "#shared/transaction-ledger/transaction-ledger.api.ts";
import { listTransactions } from "#shared/transactions/transaction.api.ts";
import type { ApiCaller } from "../../../simulator/operator.ts";
import { type Rows, type Same, sorted } from "./rows.ts";

type LedgerRow = Rows["ledger"][number];
const balanceOf = (rows: readonly LedgerRow[]) => rows.reduce((sum, { credit, debit }) => sum + credit - debit, 0);

const owed = async ({ accounts, brandOf }: Rows, operator: ApiCaller, same: Same): Promise<void> => {
  const answered = (await operator.call(listOwedCans, { query: {} })).owed.filter(({ cans }) => cans > 0);
  const byRows: Record<string, number> = {};
  for (const { machine, product, totalCans } of accounts.flatMap(({ current }) => current))
    byRows[`${machine} ${product}`] = (byRows[`${machine} ${product}`] ?? 0) + totalCans;
  const shown = answered.map(({ vendingMachine, product, cans }) => [`${vendingMachine} ${product}`, cans] as const);
  const all = Object.fromEntries(Object.entries(byRows).filter(([, count]) => count > 0));
  same("owed", sorted(Object.fromEntries(shown)), sorted(all));
  for (const { brand, product } of answered) same("the brand that is owed", brand, brandOf.get(product));
};

const lists = async (rows: Rows, operator: ApiCaller, same: Same): Promise<void> => {
  const { busy, cans, ledger, products, users } = rows;
  const listed = async (query: object) => (await operator.call(listTransactions, { query } as never)).total;
  same("transactions", await listed({}), cans.length);
  for (const status of ["pending", "opened", "failed"] as const) {
    const alike = cans.filter((can) => can.status === status);
    same(`${status} transactions`, await listed({ status }), alike.length);
    for (const { _id, name } of busy) {
      const there = alike.filter(({ machine }) => machine.equals(_id)).length;
      same(`${status} transactions at ${name}`, await listed({ status, vendingMachine: `${_id}` }), there);
    }
  }
  const narrowed: [query: object, is: (row: LedgerRow) => boolean][] = [
    [{}, () => true],
    ...busy.map(({ _id }): [object, (row: LedgerRow) => boolean] => [
      { vendingMachine: `${_id}` },
      ({ machine }) => machine.equals(_id),
    ]),
    ...products.map(({ _id }): [object, (row: LedgerRow) => boolean] => [
      { product: `${_id}` },
      ({ product }) => product.equals(_id),
    ]),
    ...users.map(({ _id }): [object, (row: LedgerRow) => boolean] => [
      { userId: `${_id}` },
      ({ user }) => user.equals(_id),
    ]),
  ];
  for (const [query, is] of narrowed) {
    const page = await operator.call(listLedger, { query } as never);
    const own = ledger.filter(is);
    same(`can ledger ${JSON.stringify(query)}`, [page.total, page.ledger[0]?.total ?? 0], [own.length, balanceOf(own)]);
  }
  const { total } = await operator.call(listTransactionLedger, { query: {} });
  same("transaction ledger", total, rows.commands);
};

/** Customers' accounts, lists and claims, as an operator is answered them, beside a plain recount of the rows. */
export const recountCans = async (rows: Rows, operator: ApiCaller, same: Same): Promise<void> => {
  const { accounts, deposits, cans, containers, users, ledger, now } = rows;
  await owed(rows, operator, same);
  await lists(rows, operator, same);
  const today = dayOf(now, "Asia/Kolkata");
  for (const { _id } of users) {
    const own = cans.filter(({ user }) => user.equals(_id));
    const account = accounts.find((one) => one._id.equals(_id));
    const used = deposits.find((one) => one._id.equals(_id))?.depositUsed ?? 0;
    same(`slots of ${_id}`, used, own.filter(({ holdsSlot }) => holdsSlot).length);
    const taken = own.filter(({ openedDay, status }) => openedDay === today && status !== "failed").length;
    same(`taken today by ${_id}`, account?.openedDay === today ? account.openedCans : 0, taken);
    const balance = balanceOf(ledger.filter(({ user }) => user.equals(_id)));
    const held = (account?.current ?? []).reduce((sum, { totalCans }) => sum + totalCans, 0);
    same(`cans of ${_id}`, [account?.totalCans ?? 0, held], [balance, balance]);
  }
  for (const { _id, status, returnedAt, holdsSlot } of cans)
    same(`slot of ${_id}`, holdsSlot && (status === "failed" || returnedAt !== null), false);
  for (const { _id, reservation, reservedUntil, toCheck, ...c } of containers) {
    const owner = reservation && cans.find((can) => can._id.equals(reservation));
    const is = `container ${c.label}, ${_id}, is`;
    if (c.isReserved && reservation && reservedUntil === null) same(`${is} claimed by a can`, Boolean(owner), true);
    if (c.isReserved && owner?.status === "opened" && !toCheck?.equals(owner._id))
      same(`${is} claimed by a can that came out`, `${owner._id}`, null);
    same(`${is} reserved, and empty or disabled`, c.isReserved && (c.isEmpty || !c.isWorking), false);
    same(
      `${is} full of nothing, or empty and stocked`,
      c.isEmpty ? c.stockedOn : !c.product || !c.stockedOn,
      c.isEmpty ? null : false,
    );
  }
};
