import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { sumOrders } from "#shared/orders/order.api.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Order, OrderChange } from "#shared/orders/order.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import { moveOrder, type OrderMove } from "#shared/runtime/books/move-order.ts";
import type { OrderDocument } from "#shared/runtime/documents/orders.ts";
import { requireRecord } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import { refuseOwnDeed } from "../own-account.ts";
import { questionOf } from "../paged/paged-question.ts";
import { holdLivingAccount } from "../require-account.ts";
import { orderPagesFor } from "./order-pages.ts";
import { showOrder } from "./show-orders.ts";
import { sumOrdersOf } from "./sum-orders.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "limits">;

/** Hundreds who move one order at once are answered the same document: its names are read once for all of them. */
const createShown = (mongo: Parts["mongo"]) => {
  const shown = new WeakMap<OrderDocument, Promise<Order>>();
  return (order: OrderDocument): Promise<Order> => {
    const known = shown.get(order);
    if (known) return known;
    const reading = mongo.readAsOf((dbSession) => showOrder(mongo, dbSession, order)).then(({ found }) => found);
    shown.set(order, reading);
    return reading;
  };
};

/** Orders as the console reads them, and as an operator moves them. */
export const createOrdersService = ({ mongo, audit, clock, config, limits }: Parts) => {
  const shownOf = createShown(mongo);
  return {
    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => {
        const order = await requireRecord(mongo, dbSession, orderRecord, id);
        return { order: await showOrder(mongo, dbSession, order) };
      }),

    /**
     * Calls that wish what is so already are answered the order as it is. Throws `conflict` with the order where it was
     * paid or changed meanwhile, and for a deleted account; `forbidden` for his own order.
     */
    change: async (
      actor: Actor,
      id: string,
      { orderStatus: to, reason, rev }: OrderChange,
    ): Promise<{ order: Order }> => {
      const check: OrderMove["check"] = async (dbSession, { user }) => {
        await holdLivingAccount(mongo, dbSession, user);
        await refuseOwnDeed(mongo, dbSession, actor, user, "order");
      };
      const wish = { order: new ObjectId(id), to, source: "operator" as const, reason, rev, check };
      const { order, why } = await moveOrder({ mongo, audit, clock }, actor, wish);
      const found = await shownOf(order);
      if (order.status === to && why !== "stale") return { order: found };
      if (why === "paid")
        throw new DomainError("conflict", "This order is paid: its status is final", { order: found });
      if (why) throw new DomainError("conflict", "This order was changed by somebody else meanwhile", { order: found });
      return { order: found };
    },

    sums: (asked: CallParts<typeof sumOrders>["query"]) => {
      const query = { ...asked, page: 1, download: false };
      const nothing = { count: 0, netAmount: 0, gst: 0, cans: 0 };
      return mongo.answerAsOf(async (dbSession) => {
        const look = { dbSession, collections: mongo.collections };
        const question = await questionOf(orderPagesFor(query), query, look, config.TIME_ZONE);
        if (!question) return { sums: { all: nothing, paid: nothing } };
        return { sums: await sumOrdersOf(mongo, dbSession, question, limits.ordersSummed) };
      });
    },
  };
};
