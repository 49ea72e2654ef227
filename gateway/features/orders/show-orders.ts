import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { type OrderNames, orderView } from "#shared/orders/order-view.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readShownNames } from "../../records/shown-names.ts";

type Parts = Pick<Mongo, "collections">;

/** Every name that these orders are shown with: of the profile that each was sold under. */
const namesOf = async (mongo: Parts, dbSession: DbSession, orders: OrderDocument[]): Promise<OrderNames> => {
  const operators = orders.flatMap(({ steps }) =>
    steps.flatMap(({ by, source }) => (by && source === "operator" ? [by] : [])),
  );
  const names = await readShownNames(mongo, dbSession, {
    people: [...orders.map(({ user }) => user), ...operators],
    machines: orders.map(({ machine }) => machine),
    profiles: orders.map(({ profile }) => profile),
  });
  return { ...names, machineName: (id) => names.machine(id)?.name ?? "" };
};

/** Orders as the wire carries them, for all replies: their names are read in the same snapshot. */
export const showOrders =
  (mongo: Parts) =>
  async (orders: OrderDocument[], dbSession: DbSession): Promise<Order[]> => {
    const names = await namesOf(mongo, dbSession, orders);
    return orders.map((order) => orderView(order, names));
  };

/** The same for one order. */
export const showOrder = async (mongo: Parts, dbSession: DbSession, order: OrderDocument): Promise<Order> =>
  orderView(order, await namesOf(mongo, dbSession, [order]));
