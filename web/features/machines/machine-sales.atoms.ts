import { listOrders } from "#shared/orders/order.api.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { listTransactions } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { publishedInRows, withCustomer } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** The newest orders or cans of a machine. */
interface Newest<Row> {
  rows: readonly Row[];
  total: number;
}
/** At most this many are shown; the rest stands in the list that the card leads to. */
const mostShown = 10;
const newest = <Row>(rows: readonly Row[], total: number): Newest<Row> => ({ rows: rows.slice(0, mostShown), total });

/** The newest orders of one machine. */
export const newestOrdersOf = oneForKey((id: string) =>
  liveAtom<Newest<Order>>({
    rooms: ["orders", "users"],
    load: loadBy(listOrders, { query: { vendingMachine: id } }, ({ orders, total }) => newest(orders, total)),
    handlers: {
      "order.changed": (known, incoming) => (incoming.vendingMachine._id === id ? loadAgain : known),
      "user.changed": (known, user) => ({ ...known, rows: known.rows.map((order) => withCustomer(order, user)) }),
    },
  }),
);

/** The newest cans that were taken out of one machine. */
export const newestCansOf = oneForKey((id: string) =>
  liveAtom<Newest<CanTransaction>>({
    rooms: ["transactions", "users"],
    load: loadBy(listTransactions, { query: { vendingMachine: id } }, ({ transactions, total }) =>
      newest(transactions, total),
    ),
    handlers: {
      "transaction.changed": (known, incoming) => {
        if (incoming.vendingMachine._id !== id) return known;
        if (!known.rows.some(({ _id }) => _id === incoming._id)) return loadAgain;
        return { ...known, rows: publishedInRows(known.rows, incoming) };
      },
      "user.changed": (known, user) => ({ ...known, rows: known.rows.map((can) => withCustomer(can, user)) }),
    },
  }),
);
