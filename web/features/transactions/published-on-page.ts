import type { CanTransaction, CanTransactionRecord } from "#shared/transactions/transaction.schema.ts";
import { type Paged, type QueryText, shownAnew, wentOld, withNew } from "../../live/paged.ts";
import { withPublished } from "../../records/customer-and-machine.ts";

/** Nothing was done to it, and nothing heard of it yet. */
const isNew = ({ rev, status, containerOpenTime }: CanTransactionRecord): boolean =>
  rev === 0 && status === "pending" && containerOpenTime === null;

/**
 * What news does to a page of the list: a row is shown anew, a new transaction is counted, nothing moves. Where a filter
 * asks for more than the news says, the page may be old.
 */
export const publishedOnPage = (
  query: QueryText,
  page: Paged<CanTransaction>,
  told: CanTransactionRecord,
): Paged<CanTransaction> => {
  const shown = shownAnew(page, told, (known) => withPublished(known, told));
  if (shown) return shown;
  const { transactionId, vendingMachine, status, review, ...others } = query;
  if (page.newIds.has(told._id) || (transactionId !== undefined && transactionId !== told.transactionId)) return page;
  if (review !== undefined)
    return told.review !== null && review === (review === "any" ? "any" : told.review) ? wentOld(page) : page;
  if (status !== undefined) return status === told.status ? wentOld(page) : page;
  if (!isNew(told)) return page;
  const isOfAll = [others.phone, others.machine, others.startDate].every((asked) => asked === undefined);
  if (
    isOfAll &&
    (vendingMachine === undefined || vendingMachine === "all" || vendingMachine === told.vendingMachine._id)
  )
    return withNew(page, told);
  const mayBeFound =
    others.phone === undefined || page.rows.length === 0 || page.rows.some(({ user }) => user._id === told.user._id);
  return mayBeFound ? wentOld(page) : page;
};
