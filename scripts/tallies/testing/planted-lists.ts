import { ObjectId } from "mongodb";
import { beforeAll, beforeEach } from "vitest";
import * as z from "zod";
import { scopeOf, scopesOf } from "#shared/cans/can-scopes.server.ts";
import { dateRange, pagedList } from "#shared/http/paged-list.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { talliedCans, talliedOrders } from "#shared/runtime/tallies/tallied-lists.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";
import { equals, machineNamed } from "../../../gateway/paged/narrowings.ts";
import { pagedAnswer } from "../../../gateway/paged/paged-answer.ts";

/*
 * Two tallied lists as the console has them, with rows of two users and three machines.
 */

const Text = z.string();
const filters = { machine: Text, user: Text, status: Text, ...dateRange };
const idEquals = (field: string, index: string) => (value: string) => ({
  filter: { [field]: new ObjectId(value) },
  index,
});

export const orderPages = pagedAnswer({
  list: pagedList({ filters, sorts: ["time"], byDefault: "-time", columns: {} }),
  collection: ({ orders }) => orders,
  always: {},
  days: "time",
  sorts: { time: { field: "time", index: "time" } },
  filters: {
    machine: machineNamed("machine", "machineTime"),
    user: idEquals("user", "userTime"),
    status: equals("status", "statusTime"),
  },
  tallied: talliedOrders,
  fields: { time: 1 },
});

export const canPages = pagedAnswer({
  list: pagedList({
    filters: { machine: Text, user: Text, ...dateRange },
    sorts: ["at"],
    byDefault: "-at",
    columns: {},
  }),
  collection: ({ canLedger }) => canLedger,
  always: {},
  days: "at",
  sorts: { at: { field: "at", index: "scope" } },
  filters: { machine: machineNamed("machine", "scope"), user: idEquals("user", "scope") },
  gathered: (named) => ({ filter: { scopes: scopeOf(named) }, index: "scope" }),
  tallied: talliedCans,
  fields: { at: 1 },
});

export const machines = ["M1", "M2", "M3"].map((vendingMachineId) => aMachine({ vendingMachineId }));
export const users = [new ObjectId(), new ObjectId()];
const product = new ObjectId();
const pick = <T>(some: readonly T[], n: number): T => {
  const one = some[n % some.length];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
};

export const orderAt = (n: number, time: Date): OrderDocument =>
  anOrder({ _id: pick(users, n * 7) }, pick(machines, n), {
    time,
    status: n % 5 === 0 ? "payment failed" : "payment successful",
  });

export const canRowAt = (n: number, at: Date): CanRowDocument => {
  const scope = { user: pick(users, n * 7), machine: pick(machines, n)._id, product };
  return {
    _id: new ObjectId(),
    at,
    ...scope,
    brand: "Cola",
    credit: n % 3 === 0 ? 0 : n % 4,
    debit: n % 3 === 0 ? 1 : 0,
    userTotal: 0,
    ref: { kind: "system", id: null },
    message: "",
    scopes: scopesOf(scope),
  };
};

/** The machines, and before each test no row; what it returns stores an order and a row of cans at each of these times. */
export const setUpRows = (mongo: Pick<Mongo, "collections">) => {
  beforeAll(() => mongo.collections.machines.insertMany(machines));
  beforeEach(async () => {
    const { orders, canLedger, dayTallies, tallyProgress } = mongo.collections;
    for (const one of [orders, canLedger, dayTallies, tallyProgress]) await one.deleteMany({} as never);
  });
  return async (times: number[]): Promise<void> => {
    await mongo.collections.orders.insertMany(times.map((at, n) => orderAt(n, new Date(at))));
    await mongo.collections.canLedger.insertMany(times.map((at, n) => canRowAt(n, new Date(at))));
  };
};
