import type { Session } from "#shared/control-units/control-unit.schema.ts";
import { saysBroken } from "#shared/control-units/failed-codes.ts";
import { listTransactionLedger } from "#shared/transaction-ledger/transaction-ledger.api.ts";
import type {
  TransactionLedgerEntry,
  TransactionLedgerPosted,
} from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { type Paged, type PagedSource, pagedSource, type QueryText, wentOld, withNew } from "../../live/paged.ts";
import { withMachineName } from "../../records/customer-and-machine.ts";

type LedgerPage = Paged<TransactionLedgerEntry>;

/**
 * A row that was written: counted where the page would surely show it; where the event does not say, the page may be
 * old.
 */
export const withPosted = (query: QueryText, page: LedgerPage, incoming: TransactionLedgerPosted): LedgerPage => {
  const { transactionId, transactionType, vendingMachine, phone, machine } = query;
  if (page.newIds.has(incoming._id) || page.rows.some(({ _id }) => _id === incoming._id)) return page;
  if (transactionType !== undefined && transactionType !== incoming.transactionType) return page;
  if (transactionId !== undefined && transactionId !== incoming.transactionId) return page;
  const isOfOneMachine = vendingMachine !== undefined && vendingMachine !== "all";
  const shows = (is: (row: TransactionLedgerEntry) => boolean) => page.rows.length === 0 || page.rows.some(is);
  if (isOfOneMachine && !shows((row) => row.vendingMachine._id === incoming.vendingMachine)) return page;
  if (phone !== undefined && !shows((row) => row.user?._id === incoming.user)) return page;
  const isUnsure = [phone, machine, query.startDate].some((filterOf) => filterOf !== undefined);
  if (isUnsure || (isOfOneMachine && page.rows.length === 0)) return wentOld(page);
  return withNew(page, incoming);
};

const withRows = (
  page: LedgerPage,
  is: (row: TransactionLedgerEntry) => boolean,
  change: (row: TransactionLedgerEntry) => TransactionLedgerEntry,
): LedgerPage => (page.rows.some(is) ? { ...page, rows: page.rows.map((row) => (is(row) ? change(row) : row)) } : page);

/** What became of a command that is shown. */
export const withSession = (page: LedgerPage, { sessionId, status }: Pick<Session, "sessionId" | "status">) =>
  withRows(
    page,
    (row) => row.sessionId === sessionId && row.requestStatus !== status,
    (row) => ({ ...row, requestStatus: status }),
  );

/** The transaction ledger, page by page; what becomes of the commands that are shown is followed. */
export const transactionLedgerSource: PagedSource<TransactionLedgerEntry> = pagedSource({
  endpoint: listTransactionLedger,
  rooms: ["transaction-ledger", "users", "machine-names"],
  pick: ({ transactionLedger: rows, pages, total }) => ({ rows, pages, total }),
  handlers: (query) => ({
    "transaction-ledger.posted": (page, incoming) => withPosted(query, page, incoming),
    "session.changed": (page, session) => withSession(page, session),
    "session.row.changed": (page, { sessionId, facts: { failed } }) =>
      failed && saysBroken(failed)
        ? withRows(
            page,
            (row) => row.sessionId === sessionId && row.isContainerWorking,
            (row) => ({ ...row, isContainerWorking: false }),
          )
        : page,
    "user.changed": (page, { _id, name, phone }) =>
      withRows(
        page,
        ({ user }) => user?._id === _id,
        (row) => ({ ...row, user: { _id, name, phone } }),
      ),
    "machine.changed": (page, machine) =>
      withRows(
        page,
        ({ vendingMachine }) => vendingMachine._id === machine._id,
        (row) => withMachineName(row, machine),
      ),
  }),
});
