import type { Order, OrderRecord } from "#shared/orders/order.schema.ts";
import { type Paged, type QueryText, shownAnew, wentOld, withNew } from "../../live/paged.ts";
import { withPublished } from "../../records/customer-and-machine.ts";
import { serverDay } from "../../ui/day/server-day.ts";

type Found = "surely" | "perhaps" | "no";

const isWithin = (time: string, { startDate, endDate }: QueryText): boolean => {
  if (!startDate || !endDate) return true;
  const day = serverDay(Date.parse(time));
  return day >= String(startDate) && day <= String(endDate);
};

/** Whether a list's query finds an order of which the ids of customer and machine are known, not their names. */
export const isFound = (query: QueryText, shown: readonly Order[], incoming: OrderRecord): Found => {
  const { vendingMachine: machine, orderId, paymentId, status } = query;
  const bought = [...incoming.products.bundle, ...incoming.products.unit].map(({ product }) => product);
  const differs = (wanted: QueryText[string], ...values: string[]) =>
    wanted !== undefined && !values.includes(String(wanted));
  if (differs(orderId, incoming.orderId) || differs(paymentId, incoming.paymentId)) return "no";
  if (differs(status, incoming.orderStatus) || !isWithin(incoming.time, query)) return "no";
  if (differs(query.product, ...bought)) return "no";
  if (machine !== "all" && differs(machine, incoming.vendingMachine._id, incoming.vendingMachine.vendingMachineId))
    return "no";

  // What is shown already was found by the same names.
  const isOfShown = {
    phone: shown.some(({ user }) => user._id === incoming.user._id),
    user: shown.some(({ user }) => user._id === incoming.user._id),
    machine: shown.some(({ vendingMachine: { _id } }) => _id === incoming.vendingMachine._id),
  };
  // A number belongs to one customer, and all shown rows are theirs.
  if (query.phone !== undefined && shown.length > 0 && !isOfShown.phone) return "no";
  const unsure = (["phone", "user", "machine"] as const).some((key) => query[key] !== undefined && !isOfShown[key]);
  return unsure ? "perhaps" : "surely";
};

/** How an order's event changes a page of a list: its row is shown anew, a new order is counted, nothing moves. */
export const publishedOnPage = (query: QueryText, page: Paged<Order>, incoming: OrderRecord): Paged<Order> => {
  const shown = shownAnew(page, incoming, (known) => withPublished(known, incoming));
  if (shown) return shown;
  const found = isFound(query, page.rows, incoming);
  if (found === "no" || page.newIds.has(incoming._id)) return page;
  // It has just been made. Another one has come to match the list's query.
  if (incoming.rev > 0) return query.status === undefined && query.paymentId === undefined ? page : wentOld(page);
  return found === "surely" ? withNew(page, incoming) : wentOld(page);
};
