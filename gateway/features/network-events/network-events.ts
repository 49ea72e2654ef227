import type { ObjectId } from "mongodb";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { ClusterTime } from "#shared/http/fields.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import { feedReachMs, mostEvents, type NetworkEvent } from "#shared/network-events/network-event.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { newestOutages } from "../../records/many-machines.ts";
import { readSilent } from "../../records/silent-units.ts";
import { createPaymentsToReview } from "../payments/payments-to-review.ts";
import { createNeedsAction } from "../transactions/needs-action.ts";
import { showTransactions } from "../transactions/show-transactions.ts";
import { type ConnectionRow, outagesOf } from "./outages.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "limits" | "presence" | "manyMachines">;
type PaymentsToReview = ReturnType<typeof createPaymentsToReview>;
/** By the machines' ids. */
type Names = ReadonlyMap<string, string>;
/** A machine that was not heard since then. */
interface Silent {
  _id: string;
  name: string;
  lastSeen: number;
}
interface Network {
  /** The ids of all machines; null where it costs more to name them than to read rows of removed ones as well. */
  among: string[] | null;
  namesOf: (ids: ReadonlySet<string>) => Names;
  /** In a large network, only as many as one answer may list. */
  silent: Silent[];
  asOf: ClusterTime;
}

const mostRefunded = 50;
/** The newest of all machines: a unit that reconnects without end must not fill the memory. */
const mostConnections = 5_000;

const pastOutages = async (
  connectionHistory: Mongo["collections"]["connectionHistory"],
  { among, namesOf }: Network,
  since: Date,
  silentAfterMs: number,
): Promise<NetworkEvent[]> => {
  const rows = await connectionHistory
    .find({
      "meta.machine": among ? { $in: among } : { $ne: null },
      receivedAt: { $gte: since },
      event: { $in: ["connected", "disconnected"] },
    })
    .project<ConnectionRow & { meta: { machine: string | null } }>({
      _id: 0,
      meta: 1,
      receivedAt: 1,
      event: 1,
      why: 1,
      connection: 1,
    })
    .sort({ receivedAt: -1 })
    .limit(mostConnections)
    .toArray();
  const ofMachines = groupBy(rows, ({ meta }) => meta.machine ?? "");
  const names = namesOf(new Set(ofMachines.keys()));
  return [...ofMachines].flatMap(([_id, ofMachine]) => {
    const name = names.get(_id);
    if (name === undefined) return [];
    return outagesOf(ofMachine, silentAfterMs).map(({ from, to }) => ({
      kind: "outage" as const,
      at: to.toISOString(),
      machine: { _id, name },
      from: from.toISOString(),
      to: to.toISOString(),
    }));
  });
};

const presentOutages = ({ silent }: Network): NetworkEvent[] =>
  silent.map(({ lastSeen, ...machine }) => {
    const from = new Date(lastSeen).toISOString();
    return { kind: "outage" as const, at: from, machine, from, to: null };
  });

const paymentEvents = ({ flagged, stuck, unknown }: Awaited<ReturnType<PaymentsToReview["read"]>>): NetworkEvent[] => {
  const orders = [...flagged, ...stuck].map(({ _id, orderId, flags, steps, time, vendingMachine }) => ({
    kind: "flag" as const,
    at: steps.findLast(({ what }) => what === "flagged")?.at ?? time,
    machine: { _id: vendingMachine._id, name: vendingMachine.name },
    order: _id,
    orderId,
    flags,
  }));
  return [
    ...orders,
    ...unknown.map(({ paymentId, amount, currency, firstAt }) => ({
      kind: "payment" as const,
      at: firstAt,
      paymentId,
      amount,
      currency,
    })),
  ];
};

/**
 * What happened in the network, read from what is stored already: connections, presence, transactions, orders,
 * payments. Nothing is stored for it.
 */
export const createNetworkEvents = ({ mongo, clock, limits, presence, manyMachines }: Parts) => {
  const { machines, canTransactions, connectionHistory } = mongo.collections;
  const needsAction = createNeedsAction({ mongo, clock });
  const toReview = createPaymentsToReview({ mongo, clock });
  const { speaking } = createUnitsOfMachines(mongo.collections);

  const readFew = async (): Promise<Network> => {
    const { found, asOf } = await mongo.readAsOf(async (session) => ({
      all: await machines.find({}, { session }).project<{ _id: ObjectId; name: string }>({ name: 1 }).toArray(),
      units: await speaking.all(session),
    }));
    const names = new Map(found.all.map(({ _id, name }) => [_id.toHexString(), name]));
    const { silent } = await readSilent({ presence, clock, limits }, found.units);
    const named = silent.flatMap(({ machine, lastSeen }) => {
      const _id = machine.toHexString();
      const name = names.get(_id);
      return name === undefined ? [] : [{ _id, name, lastSeen }];
    });
    return { among: [...names.keys()], namesOf: () => names, silent: named, asOf };
  };
  const readNetwork = async (): Promise<Network> => {
    const many = await manyMachines();
    if (!many) return readFew();
    const { asOf } = await mongo.readAsOf((session) => machines.findOne({}, { session, projection: { _id: 1 } }));
    const newest = newestOutages(many, mostEvents, clock.now(), limits.silentAfterSeconds);
    return {
      among: null,
      namesOf: (ids) => new Map(many.flatMap(({ id, name }) => (ids.has(id) ? [[id, name] as const] : []))),
      silent: newest.map(({ id, name, lastSeen }) => ({ _id: id, name, lastSeen })),
      asOf,
    };
  };

  const failedVends = async (since: Date): Promise<NetworkEvent[]> => {
    const { transactions: waiting } = await needsAction.read();
    const { found: refunded } = await mongo.readAsOf(async (session) => {
      const filter = { status: "failed" as const, time: { $gte: since } };
      const cans = await canTransactions.find(filter, { session }).sort({ time: -1 }).limit(mostRefunded).toArray();
      return showTransactions(mongo)(cans, session);
    });
    return [...waiting, ...refunded].map(({ _id, transactionId, brand, time, status, vendingMachine }) => ({
      kind: "failed vend" as const,
      at: time,
      machine: { _id: vendingMachine._id, name: vendingMachine.name },
      transaction: _id,
      transactionId,
      brand,
      isSettled: status === "failed",
    }));
  };

  return {
    read: async () => {
      const since = new Date(clock.now() - feedReachMs);
      const network = await readNetwork();
      const parts = await Promise.all([
        pastOutages(connectionHistory, network, since, limits.silentAfterSeconds * 1_000),
        presentOutages(network),
        failedVends(since),
        toReview.read().then(paymentEvents),
      ]);
      const events = parts
        .flat()
        .sort((one, other) => other.at.localeCompare(one.at))
        .slice(0, mostEvents);
      return { events, asOf: network.asOf };
    },
  };
};
