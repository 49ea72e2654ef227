import type { ObjectId } from "mongodb";
import type { Order } from "#shared/orders/order.schema.ts";
import type { OrderDocument } from "#shared/runtime/documents/orders.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { type OrderNames, orderView } from "./orders.view.ts";

type Parts = Pick<Mongo, "collections">;
type Person = Pick<UserDocument, "_id" | "name" | "phone" | "email">;

const nobody = { name: "", phone: "", email: "" };
const once = (ids: ObjectId[]) => [...new Map(ids.map((id) => [id.toHexString(), id])).values()];

/** Every name that these orders are shown with, each read once. */
const namesOf = async ({ collections }: Parts, dbSession: DbSession, orders: OrderDocument[]): Promise<OrderNames> => {
  const { users, machines, productProfiles, regions } = collections;
  const session = dbSession;
  const operators = orders.flatMap(({ steps }) =>
    steps.flatMap(({ by, source }) => (by && source === "operator" ? [by] : [])),
  );
  const wanted = (ids: ObjectId[]) => ({ _id: { $in: once(ids) } });
  const profileIds = once(orders.map(({ profile }) => profile));
  const people = await users
    .find<Person>(wanted([...orders.map(({ user }) => user), ...operators]), {
      session,
      projection: { name: 1, phone: 1, email: 1 },
    })
    .toArray();
  const places = await machines
    .find(wanted(orders.map(({ machine }) => machine)), { session, projection: { name: 1 } })
    .toArray();
  const profiles = await productProfiles
    .find({ _id: { $in: profileIds } }, { session, projection: { name: 1 } })
    .toArray();
  // The second condition is always true of a match; it lets MongoDB use the partial index.
  const around = await regions
    .find({ profiles: { $in: profileIds }, "profiles.0": { $exists: true } }, { session })
    .toArray();

  const person = new Map(people.map((one) => [one._id.toHexString(), one]));
  const nameOf = new Map([...places, ...profiles].map(({ _id, name }) => [_id.toHexString(), name]));
  const region = new Map(around.flatMap((one) => one.profiles.map((id) => [id.toHexString(), one.region] as const)));
  return {
    userOf: (id) => person.get(id.toHexString()) ?? nobody,
    operatorName: (id) => person.get(id.toHexString())?.name ?? "",
    machineName: (id) => nameOf.get(id.toHexString()) ?? "",
    profileName: (id) => nameOf.get(id.toHexString()) ?? "",
    regionOf: (id) => region.get(id.toHexString()) ?? "",
  };
};

/** Orders as the wire carries them, for whoever answers some: their names are read in the same snapshot. */
export const showOrders = async (mongo: Parts, dbSession: DbSession, orders: OrderDocument[]): Promise<Order[]> => {
  const names = await namesOf(mongo, dbSession, orders);
  return orders.map((order) => orderView(order, names));
};

/** One order, likewise. */
export const showOrder = async (mongo: Parts, dbSession: DbSession, order: OrderDocument): Promise<Order> =>
  orderView(order, await namesOf(mongo, dbSession, [order]));
