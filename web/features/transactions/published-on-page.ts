import type { CanTransaction, CanTransactionRecord } from "#shared/transactions/transaction.schema.ts";
import { type Paged, type QueryText, shownAnew, wentOld, withNew } from "../../live/paged.ts";
import { withPublished } from "../../records/customer-and-machine.ts";

/** Nothing was done to it, and nothing reported of it yet. */
const isNew = ({ rev, status, containerOpenTime }: CanTransactionRecord): boolean =>
  rev === 0 && status === "pending" && containerOpenTime === null;

/**
 * How an event changes a page of the list: a row is updated, a new transaction is counted, nothing moves. Where a
 * filter needs more than the event has, the page may be old.
 */
export const publishedOnPage = (
  query: QueryText,
  page: Paged<CanTransaction>,
  incoming: CanTransactionRecord,
): Paged<CanTransaction> => {
  const shown = shownAnew(page, incoming, (known) => withPublished(known, incoming));
  if (shown) return shown;
  const { transactionId, vendingMachine, status, review, ...others } = query;
  if (page.newIds.has(incoming._id) || (transactionId !== undefined && transactionId !== incoming.transactionId))
    return page;
  if (review !== undefined)
    return incoming.review !== null && review === (review === "any" ? "any" : incoming.review) ? wentOld(page) : page;
  if (status !== undefined) return status === incoming.status ? wentOld(page) : page;
  if (!isNew(incoming)) return page;
  const isOfAll = [others.phone, others.machine, others.startDate].every((filter) => filter === undefined);
  if (
    isOfAll &&
    (vendingMachine === undefined || vendingMachine === "all" || vendingMachine === incoming.vendingMachine._id)
  )
    return withNew(page, incoming);
  const mayBeFound =
    others.phone === undefined ||
    page.rows.length === 0 ||
    page.rows.some(({ user }) => user._id === incoming.user._id);
  return mayBeFound ? wentOld(page) : page;
};
