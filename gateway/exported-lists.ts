import type { ReportedList, ReportType } from "#shared/reports/report.schema.ts";
import { type QueryOf, reportQuery } from "#shared/reports/report-query.ts";
import { fileColumnsOf, type ReportedRows, reportedLists } from "#shared/reports/reported-lists.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { SheetPlan, SheetRows } from "#shared/runtime/sheets/sheet-xml.ts";
import { type ListColumn, sheetColumnsOf, sheetRowOf } from "#shared/sheets/list-column.ts";
import { zoneOffset } from "#shared/sheets/zone-offset.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { auditPages } from "./features/audit/audit.list.ts";
import { showAudit } from "./features/audit/show-audit.ts";
import { cansInStock, showCans } from "./features/inventory/cans-in-stock.ts";
import { createInventoryRepository } from "./features/inventory/inventory.repository.ts";
import { ledgerPages } from "./features/ledger/ledger.list.ts";
import { showLedger } from "./features/ledger/show-ledger.ts";
import { orderPagesFor } from "./features/orders/order.list.ts";
import { showOrders } from "./features/orders/show-orders.ts";
import { owedPages, showOwed } from "./features/penalties/owed.list.ts";
import { showTransactionLedger } from "./features/transaction-ledger/show-transaction-ledger.ts";
import { transactionLedgerPages } from "./features/transaction-ledger/transaction-ledger.list.ts";
import { showTransactions } from "./features/transactions/show-transactions.ts";
import { transactionPagesFor } from "./features/transactions/transaction.list.ts";
import { userPages } from "./features/users/user.list.ts";
import { userView } from "./features/users/users.view.ts";
import { defaultLimits } from "./limits.ts";
import { createPagedReader } from "./paged/paged-reader.ts";
import { ownersOf } from "./records/own-records.ts";

/** A row of a list, as its endpoint answers it. */
type RowOf<N extends ReportedList> = ReportedRows[N];
interface Rows<Row> {
  rows: AsyncGenerator<Row[]>;
  figures: { total: number };
  end: () => Promise<void>;
}
interface Exported<N extends ReportedList> {
  /** As an operator of that role reads it. */
  open: (query: QueryOf<N>, role: Role) => Promise<Rows<RowOf<N>>>;
  /** The ids of the people whom rows name: customers, and operators, who may be customers and deleted later. */
  people: (rows: RowOf<N>[]) => string[] | Promise<string[]>;
}

/** A list that is opened at one moment, on its way into a sheet. */
export interface OpenedSheet {
  plan: SheetPlan;
  total: number;
  batches: AsyncGenerator<SheetRows>;
  /** Whom the rows that were read so far name; who reads on empties it, or it grows with the list. */
  people: Set<string>;
  /** Owed whatever happens. */
  end: () => Promise<void>;
}

/** Read at a time: a report worker has no caller that waits, and each batch reads its names. */
const many = 2_000;

/** How each list that is exported is read: by the same reader and views as its pages, so that it equals them. */
const readersOf = (mongo: Mongo, timeZone: string): { [N in ReportedList]: Exported<N> } => {
  const reader = createPagedReader({ mongo, config: { TIME_ZONE: timeZone }, limits: defaultLimits });
  const inventory = createInventoryRepository(mongo);
  return {
    orders: {
      open: (query) => reader.all(orderPagesFor(query), query, showOrders(mongo), many),
      people: (rows) => rows.map(({ user }) => user._id),
    },
    transactions: {
      open: (query) => reader.all(transactionPagesFor(query), query, showTransactions(mongo), many),
      people: (rows) => rows.map(({ user }) => user._id),
    },
    ledger: {
      open: (query) => reader.all(ledgerPages, query, showLedger(mongo), many),
      people: (rows) =>
        rows.flatMap(({ user, reference: { kind, id } }) => [user._id, ...(kind === "operator" && id ? [id] : [])]),
    },
    transactionLedger: {
      open: (query) => reader.all(transactionLedgerPages, query, showTransactionLedger(mongo), many),
      people: (rows) => rows.flatMap(({ user }) => user?._id ?? []),
    },
    cansInStock: {
      open: (query) => reader.all(cansInStock, query, showCans(inventory), many),
      people: () => [],
    },
    penalties: {
      open: (query) => reader.all(owedPages, query, showOwed(mongo), many),
      people: (rows) => rows.map(({ user }) => user),
    },
    users: {
      open: (query) => reader.all(userPages, query, async (found) => found.map(userView), many),
      people: (rows) => rows.map(({ _id }) => _id),
    },
    audit: {
      open: (query, role) => reader.all(auditPages, query, showAudit(mongo, role), many),
      // What was typed of a record, and what it was and became, may name whose it is.
      people: async (lines) => [
        ...lines.flatMap(({ actor: { kind, _id } }) => (kind === "operator" && _id ? [_id] : [])),
        ...(await ownersOf(
          mongo,
          lines.map(({ record }) => record),
        )),
      ],
    },
  };
};

/** For who writes lists into files: the rows of what a list's filters find, as its sheet has them. */
export const createListReader = ({ mongo, timeZone }: { mongo: Mongo; timeZone: string }) => {
  const readers = readersOf(mongo, timeZone);
  const offsetMinutes = zoneOffset(timeZone);
  return {
    /** Throws `invalid` for filters that the list does not have, or that are wrong. */
    open: async <N extends ReportedList>(
      name: N,
      filters: Record<string, string>,
      role: Role = "staff",
      reportType: ReportType | null = null,
    ): Promise<OpenedSheet> => {
      const { title } = reportedLists[name];
      const { open, people: peopleIn } = readers[name] as Exported<N>;
      const listed = fileColumnsOf(name, reportType) as readonly ListColumn<RowOf<N>>[];
      const { rows, figures, end } = await open(reportQuery(name, filters), role);
      const people = new Set<string>();
      const batches = async function* (): AsyncGenerator<SheetRows> {
        for await (const some of rows) {
          for (const named of await peopleIn(some)) people.add(named);
          yield some.map((row) => sheetRowOf(listed, row));
        }
      };
      const plan = { name: title, columns: sheetColumnsOf(listed), offsetMinutes };
      return { plan, total: figures.total, batches: batches(), people, end };
    },
  };
};
export type ListReader = ReturnType<typeof createListReader>;
