import { readOrder } from "#shared/orders/order.api.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { namesIn, withPublished } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** One order with the names of its customer and machine, true to the moment; null once it was removed. */
export const orderAtomOf = oneForKey((id: string) =>
  liveAtom<Order | null>({
    rooms: [`order/${id}`, "users", "machines"],
    load: loadBy(readOrder, { params: { id } }, ({ order }) => order),
    handlers: {
      "order.changed": (order, incoming) => (order?._id === incoming._id ? withPublished(order, incoming) : order),
      "order.removed": (order, gone) => (order?._id === gone._id ? null : order),
      ...namesIn<Order | null, Order>((order, rename) => order && rename(order)),
    },
  }),
);
