import fc from "fast-check";
import type { Document } from "mongodb";
import { OrderStatus } from "#shared/orders/order-status.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { machines, users } from "./planted-lists.ts";

export const begun = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const day = 24 * hour;
const statuses = OrderStatus.options;

/**
 * Only one query of `many` contains this filter; most queries with several such filters are not answered by tallies.
 */
const inOneOf = <T>(many: number, value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: many - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

export const aQuery = fc.record({
  machine: inOneOf(3, fc.nat(2)),
  user: inOneOf(12, fc.nat(1)),
  status: inOneOf(2, fc.constantFrom(...statuses)),
  dates: inOneOf(2, fc.tuple(fc.nat(6), fc.nat(4))),
  latest: fc.boolean(),
  zone: fc.constantFrom<Zone>("UTC", "Asia/Kolkata", "America/New_York"),
});
/** The zone of the requested days. */
type Zone = keyof typeof offsets;
/** In January. */
const offsets = { UTC: 0, "Asia/Kolkata": 5.5 * hour, "America/New_York": -5 * hour };
export type Query = typeof aQuery extends fc.Arbitrary<infer T> ? T : never;
/** Everything, the latest first. */
export const every: Query = {
  machine: undefined,
  user: undefined,
  status: undefined,
  dates: undefined,
  latest: true,
  zone: "UTC",
};

export const dayAt = (days: number) => new Date(begun + days * day).toISOString().slice(0, 10);
export interface Found {
  id: string;
  total: number;
}

/** The expected list, by a scan of all rows of the snapshot. */
export const walk = async (
  { db }: Pick<Mongo, "db">,
  name: "orders" | "canLedger",
  query: Query,
  session?: DbSession,
): Promise<Found[]> => {
  const at = name === "orders" ? "time" : "at";
  const all = await db
    .collection<Document>(name)
    .find({}, session ? { session } : {})
    .sort({ [at]: 1, _id: 1 })
    .toArray();
  const { machine, user, status, dates, zone } = query;
  const isFound = (row: Document) =>
    (machine === undefined || row.machine.equals(machines[machine]?._id)) &&
    (user === undefined || row.user.equals(users[user])) &&
    (name !== "orders" || status === undefined || row.status === status);
  const [from, length] = dates ?? [0, 0];
  const first = begun + from * day - offsets[zone];
  const isShown = (row: Document) => !dates || (+row[at] >= first && +row[at] < first + (length + 1) * day);
  let total = 0;
  const summed = all.filter(isFound).flatMap((row) => {
    total += name === "orders" ? 0 : row.credit - row.debit;
    return isShown(row) ? [{ id: row._id.toHexString(), total }] : [];
  });
  return query.latest ? summed.reverse() : summed;
};
