import { ObjectId } from "mongodb";
import { calledPaidText, type Word } from "#shared/approvals/approval.rules.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { onceFor } from "#shared/concurrency/once-for.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts } from "#shared/http/endpoint.ts";
import { type Moved, moveOrder, moveOrderIn, type OrderMove } from "#shared/orders/move-order.server.ts";
import type { sumOrders } from "#shared/orders/order.api.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Order, OrderChange } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { questionOf } from "../../paged/paged-question.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { refuseOwnAction } from "../../records/own-account.ts";
import { holdLivingAccount } from "../../records/require-account.ts";
import { refuseStaffAlone } from "../../records/second-person.ts";
import { orderPagesFor } from "./order.list.ts";
import { showOrder } from "./show-orders.ts";
import { sumOrdersOf } from "./sum-orders.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "limits">;

/** Hundreds who move one order at once are answered the same document: its names are read once for all of them. */
const createShown = (mongo: Parts["mongo"]) =>
  onceFor(
    async (order: OrderDocument): Promise<Order> =>
      (await mongo.readAsOf((dbSession) => showOrder(mongo, dbSession, order))).found,
  );

const isSoText = (status: OrderChange["orderStatus"]) => `This order is '${status}' already`;

/** Orders as the console reads them, and as an operator moves them. */
export const createOrdersService = ({ mongo, audit, clock, config, limits }: Parts) => {
  const shownOf = createShown(mongo);

  const moveOf = (actor: Actor, id: string, { orderStatus: to, reason, rev }: OrderChange, word: Word): OrderMove => ({
    order: new ObjectId(id),
    to,
    source: "operator",
    reason,
    rev,
    check: async (dbSession, { user, orderId, status }) => {
      await holdLivingAccount(mongo, dbSession, user);
      await refuseOwnAction(mongo, dbSession, actor, user, "order");
      if (!isPaid(to)) return;
      const what = `${orderId}: ${status} → ${to}`;
      await refuseStaffAlone(mongo, dbSession, actor, word, { user, why: calledPaidText, what });
    },
  });
  /** Why it stayed as it was though another status was requested; null where it is now as requested. */
  const refusalOf = ({ order, why }: Moved, to: OrderChange["orderStatus"]): string | null => {
    if (why === null || (order.status === to && why !== "stale")) return null;
    return why === "paid"
      ? "This order is paid: its status is final"
      : "This order was changed by somebody else meanwhile";
  };

  return {
    /** As `change`, inside a transaction that does more. Its refusals carry no order; what is so already is one, too. */
    changeIn: async (dbSession: DbSession, actor: Actor, id: string, change: OrderChange, word: Word) => {
      const moved = await moveOrderIn(dbSession, { mongo, audit, clock }, actor, moveOf(actor, id, change, word));
      const why = refusalOf(moved, change.orderStatus) ?? (moved.moved ? null : isSoText(change.orderStatus));
      if (why !== null) throw new DomainError("conflict", why);
    },

    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => {
        const order = await requireRecord(mongo, dbSession, orderRecord, id);
        return { order: await showOrder(mongo, dbSession, order) };
      }),

    /**
     * A call for the present status returns the order as it is. Throws `conflict` with the order where it was paid or
     * changed meanwhile, for a deleted account, and for staff who mark it paid alone; `forbidden` for their own order.
     */
    change: async (actor: Actor, id: string, change: OrderChange, word: Word): Promise<{ order: Order }> => {
      const moved = await moveOrder({ mongo, audit, clock }, actor, moveOf(actor, id, change, word));
      const why = refusalOf(moved, change.orderStatus);
      const order = await shownOf(moved.order);
      if (why !== null) throw new DomainError("conflict", why, { order });
      return { order };
    },

    sums: (requested: CallParts<typeof sumOrders>["query"]) => {
      const query = { ...requested, page: 1, download: false };
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
