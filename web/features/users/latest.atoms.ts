import { listOrders } from "#shared/orders/order.api.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { listTransactions } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** What is shown of a longer list: as many as its skeleton, so that no page moves when they come. */
export const most = 3;
const newest = { latest: "true", page: "1" } as const;

interface Latest<R> {
  rows: readonly R[];
  total: number;
}

/** A user's newest orders, found by their phone. */
export const lastOrdersAtomOf = oneForKey((user: string, phone: string) =>
  liveAtom<Latest<Order>>({
    rooms: ["orders"],
    load: loadBy(
      listOrders,
      { query: { ...newest, phone } },
      ({ orders, total }) => ({ rows: orders.slice(0, most), total }),
      { isQuiet: true },
    ),
    handlers: { "order.changed": (known, incoming) => (incoming.user._id === user ? loadAgain : known) },
  }),
);

/** Cans that they did not get yet: neither opened nor refunded. */
export const openCasesAtomOf = oneForKey((user: string, phone: string) =>
  liveAtom<Latest<CanTransaction>>({
    rooms: ["transactions"],
    load: loadBy(
      listTransactions,
      { query: { ...newest, phone, status: "pending" } },
      ({ transactions, total }) => ({ rows: transactions.slice(0, most), total }),
      { isQuiet: true },
    ),
    handlers: { "transaction.changed": (known, incoming) => (incoming.user._id === user ? loadAgain : known) },
  }),
);
