import { randomUUID } from "node:crypto";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { ObjectId } from "mongodb";
import { settleFlags } from "#shared/payments/payment.api.ts";
import { startReconciliation } from "#shared/reconciliation/reconciliation.api.ts";
import { exportList } from "#shared/reports/report-work.api.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { until } from "#shared/testing/eventually.ts";
import { refundCan } from "#shared/transactions/transaction.api.ts";
import type { BehaviourName } from "../../payment-provider/behaviours.ts";
import type { createCheckout } from "../../simulator/customers/checkout.ts";
import type { Installation } from "../installation.ts";
import { type AlarmCase, byPerson } from "./alarm-case.ts";

const minute = 60_000;
const hour = 60 * minute;
const paidWithinMs = 60_000;
const knownWithinMs = 120_000;

interface Parts {
  installation: Installation;
  checkout: ReturnType<typeof createCheckout>;
  /** What is sold, by the unit. */
  cola: ObjectId;
  /** Of the machine where it is bought, and of the one at which nobody buys. */
  selling: string;
  quiet: string;
}

/** A collection takes nothing, as one on a broken disk; what it answers ends that. */
const refuseWrites = async ({ db }: Mongo, collection: string) => {
  await db.createCollection(collection).catch(() => undefined);
  await db.command({ collMod: collection, validator: { isRefused: true } });
  return () => db.command({ collMod: collection, validator: {} });
};

/** Customers who order, pay and take, all by the calls of their app. */
const createBuying = ({ installation, checkout, cola }: Parts) => {
  const { orders } = installation.mongo.collections;
  const { signal } = new AbortController();
  let count = 0;
  const order = async (vendingMachine: string, how: BehaviourName, quantity: number) => {
    count += 1;
    const phone = String(7_100_000_000 + count);
    const lines = [{ product: `${cola}`, type: "unit" as const, quantity }];
    const input = { phone, name: "Asha Rao", email: "", vendingMachine, lines, couponDiscount: 0 };
    const { order: placed, payment } = await checkout.order(randomUUID(), input, signal);
    await checkout.pay(payment?.providerOrderId ?? "", how);
    return { phone, id: new ObjectId(placed._id) };
  };
  return {
    order,
    /** Resolves once the cans are the customer's. */
    buy: async (vendingMachine: string, quantity = 1) => {
      const placed = await order(vendingMachine, "succeed", quantity);
      const found = () => orders.findOne({ _id: placed.id, creditedAt: { $ne: null } });
      return { ...placed, user: (await until("the payment", found, paidWithinMs)).user };
    },
    take: (phone: string, vendingMachine: string) =>
      checkout.take(randomUUID(), { phone, vendingMachine, product: `${cola}` }, signal),
  };
};
type Buying = ReturnType<typeof createBuying>;

/** What customers wait for, and accounts that differ. */
const casesOfSales = ({ installation, selling, quiet }: Parts, buying: Buying): AlarmCase[] => {
  const { mongo, operator } = installation;
  const { orders, canTransactions, cans, alarmWatch } = mongo.collections;
  const ids = { can: new ObjectId(), order: new ObjectId(), user: new ObjectId() };
  const reconcile = () =>
    until(
      "the reconciliation",
      () =>
        operator()
          .call(startReconciliation, {})
          .then(
            () => true,
            () => false,
          ),
      knownWithinMs,
    );
  const addCan = async (change: number) => {
    await cans.updateOne({ _id: ids.user }, { $inc: { totalCans: change, "current.0.totalCans": change } });
    await reconcile();
  };
  const steadySince = new Date(0);
  const lookAgain = () =>
    alarmWatch.updateOne({ _id: "alarms" }, { $set: { steadySince, "found.no-vends": new Date(0) } });
  const isOpen = (state: "open" | "cleared") => mongo.collections.alarms.findOne({ kind: "no-vends", state });
  /** Nobody waits ten minutes for the next look, nor an hour for silence to count. */
  const looked = (state: "open" | "cleared") =>
    until(`no-vends ${state}`, () => lookAgain().then(() => isOpen(state)), knownWithinMs);
  return [
    {
      kind: "failed-vends",
      what: "a can that was bought does not come out; its time is set 10 minutes back",
      prepare: async () => {
        const { phone } = await buying.buy(selling);
        const { transaction } = await buying.take(phone, selling);
        ids.can = new ObjectId(transaction._id);
        const failed = { _id: ids.can, status: "pending", live: null, vendingMachineMessage: { $ne: "" } } as const;
        await until("the can to fail", () => canTransactions.findOne(failed), knownWithinMs);
      },
      cause: () => canTransactions.updateOne({ _id: ids.can }, { $set: { time: new Date(Date.now() - 10 * minute) } }),
      end: () => operator().call(refundCan, { params: { id: `${ids.can}` } }),
      raisedWithin: 20,
      clearedWithin: 20,
    },
    {
      kind: "payments-to-check",
      what: "a customer pays another amount; the change is set an hour back",
      prepare: async () => {
        ids.order = (await buying.order(selling, "other amount", 1)).id;
        const flagged = () => orders.findOne({ _id: ids.order, "flags.0": { $exists: true } });
        await until("the payment to be flagged", flagged, knownWithinMs);
      },
      cause: () => orders.updateOne({ _id: ids.order }, { $set: { changedAt: new Date(Date.now() - hour) } }),
      end: async () => {
        const flags = (await orders.findOne({ _id: ids.order }))?.flags ?? [];
        await operator().call(settleFlags, { params: { id: `${ids.order}` }, body: { flags, reason: "Paid back" } });
      },
      raisedWithin: 50,
      clearedWithin: 50,
    },
    {
      kind: "books-drift",
      what: "a customer's account has a can that nobody bought",
      prepare: async () => {
        ids.user = (await buying.buy(selling, 2)).user;
      },
      cause: () => addCan(1),
      end: () => addCan(-1),
      raisedWithin: 120,
      clearedWithin: 120,
    },
    {
      kind: "no-vends",
      what: "nobody buys where 12 did at this hour of the last four weeks; each look is requested",
      cause: () => alarmWatch.updateOne({ _id: "alarms" }, { $set: { steadySince } }),
      after: () => looked("open"),
      end: async () => {
        await buying.buy(quiet);
        void looked("cleared").catch(() => undefined);
      },
      raisedWithin: 60,
      clearedWithin: 60,
    },
  ];
};

/** Work that fails, and processes that are gone. */
const casesOfWork = ({ installation, selling }: Parts, buying: Buying): AlarmCase[] => {
  const { mongo, operator, servers, gateways } = installation;
  const undo = { sales: async (): Promise<unknown> => undefined, files: async (): Promise<unknown> => undefined };
  const connection = new Redis(servers.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue("report-news", { connection, prefix: createRedisKeys("cansole").queue("report-news") });
  queue.on("error", () => undefined);
  return [
    {
      kind: "job-failed",
      what: "the database refuses the sums of sales",
      cause: async () => {
        undo.sales = await refuseWrites(mongo, mongo.collections.sales.collectionName);
        await buying.order(selling, "succeed", 1);
      },
      end: () => undo.sales(),
      raisedWithin: 30,
      clearedWithin: 30,
    },
    {
      kind: "report-failed",
      what: "the database refuses the file of a report",
      prepare: async () => {
        undo.files = await refuseWrites(mongo, "reportFiles.chunks");
      },
      cause: () => operator().call(exportList, { body: { list: "orders", filters: {}, format: "csv" } }),
      end: async (alarm) => {
        await undo.files();
        await byPerson(installation)(alarm);
      },
      raisedWithin: 120,
      clearedWithin: 5,
    },
    {
      kind: "process-gone",
      what: "a gateway is killed",
      cause: async () => gateways[1]?.kill(),
      end: async () => gateways[1]?.start(),
      raisedWithin: 150,
      clearedWithin: 50,
    },
    {
      kind: "queue-late",
      what: "somebody stops a queue; its job is 6 minutes old",
      cause: async () => {
        await queue.pause();
        const timestamp = Date.now() - 6 * minute;
        await queue.add("report.tell", { report: new ObjectId().toHexString() }, { timestamp });
      },
      end: async () => {
        await queue.resume();
        await queue.close();
        connection.disconnect();
      },
      raisedWithin: 50,
      clearedWithin: 50,
    },
  ];
};

/** What stands in the books, the queues and the processes. */
export const casesOfBooks = (parts: Parts): AlarmCase[] => {
  const buying = createBuying(parts);
  return [...casesOfSales(parts, buying), ...casesOfWork(parts, buying)];
};
