import type { Filter } from "mongodb";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { unpaidMs } from "#shared/payments/check-times.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { Finder, Finding } from "../finding.ts";

const minute = 60_000;
const hour = 60 * minute;
const vendWaitsMs = 10 * minute;
/** More wait only where something else is wrong, which has alarms of its own. */
const most = 5_000;

type Parts = Pick<Mongo, "collections">;
const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Cans that did not come out, of one machine together. */
export const failedVends = ({ collections: { canTransactions } }: Parts): Finder => ({
  name: "failed-vends",
  kinds: ["failed-vends"],
  everyMs: 10_000,
  find: async ({ now, network }) => {
    const waiting = await canTransactions
      .find({ status: "pending", time: { $lte: new Date(now - vendWaitsMs) } }, { hint: "pending" })
      .project<Pick<CanTransactionDocument, "machine" | "time">>({
        _id: 0,
        machine: 1,
        time: 1,
      })
      .sort({ time: 1 })
      .limit(most)
      .toArray();
    if (waiting.length === 0) return [];
    const { machines } = await network();
    const byMachine = groupBy(waiting, ({ machine }) => machine.toHexString());
    return machines.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const cans = byMachine.get(subject);
      const [oldest] = cans ?? [];
      if (!cans || !oldest) return [];
      const words = `${plural(cans.length, "can")} did not come out at ${machine.name}`;
      return [{ kind: "failed-vends", subject, words, since: oldest.time.getTime(), machine }];
    });
  },
});

/** What the page Payments To Check lists, once it has waited for an hour. */
export const paymentsToCheck = ({ collections }: Parts): Finder => {
  const { orders, unknownPayments, approvals } = collections;
  const ordersOf = (filter: Filter<OrderDocument>) =>
    orders.find(filter).project<Pick<OrderDocument, "changedAt">>({ _id: 0, changedAt: 1 }).limit(most).toArray();
  return {
    name: "payments-to-check",
    kinds: ["payments-to-check"],
    everyMs: 30_000,
    find: async ({ now }) => {
      const at = { $lte: new Date(now - hour) };
      const [flagged, stuck, unknown, requested] = await Promise.all([
        ordersOf({ "flags.0": { $exists: true }, changedAt: at }),
        ordersOf({ status: "processing", time: { $lt: new Date(now - unpaidMs - hour) } }),
        unknownPayments
          .find({ "settled.at": null, lastAt: at })
          .project<{ lastAt: Date }>({ lastAt: 1 })
          .limit(most)
          .toArray(),
        approvals
          .find({ state: "requested", at }, { hint: "waitingSince" })
          .project<{ at: Date }>({ at: 1 })
          .limit(most)
          .toArray(),
      ]);
      const times = [
        ...[...flagged, ...stuck].map(({ changedAt }) => changedAt.getTime()),
        ...unknown.map(({ lastAt }) => lastAt.getTime()),
        ...requested.map((one) => one.at.getTime()),
      ];
      if (times.length === 0) return [];
      const words = `${plural(times.length, "payment or request", "payments or requests")} to check`;
      return [{ kind: "payments-to-check", subject: "payments", words, since: times.reduce((a, b) => Math.min(a, b)) }];
    },
  };
};

/** Differences that the last reconciliation found. */
export const booksDrift = ({ collections: { reconciliations } }: Parts): Finder => ({
  name: "books-drift",
  kinds: ["books-drift"],
  everyMs: 30_000,
  find: async ({ now }) => {
    const last = await reconciliations.findOne(
      { state: "done" },
      { sort: { askedAt: -1 }, projection: { drifts: 1, askedAt: 1 } },
    );
    if (!last || last.drifts === 0) return [];
    const words = `${plural(last.drifts, "account differs", "accounts differ")} from the rows`;
    return [{ kind: "books-drift", subject: "books", words, since: last.askedAt?.getTime() ?? now }];
  },
});
