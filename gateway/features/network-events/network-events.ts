import type { ObjectId } from "mongodb";
import { groupBy } from "#shared/grouping/group-by.ts";
import { isSilent } from "#shared/machines/machine.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import { feedReachMs, mostEvents, type NetworkEvent } from "#shared/network-events/network-event.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createPaymentsToReview } from "../payments/payments-to-review.ts";
import { createNeedsAction } from "../transactions/needs-action.ts";
import { showTransactions } from "../transactions/show-transactions.ts";
import { type ConnectionRow, outagesOf } from "./outages.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "limits" | "presence">;
type Machines = Map<string, { _id: string; name: string }>;

const mostRefunded = 50;
/** Of all machines, the newest: a unit that comes and goes without end must not fill the memory. */
const mostConnections = 5_000;

/**
 * What happened in the network, read from what is stored already: connections, presence, transactions, orders,
 * payments. Nothing is stored for it.
 */
export const createNetworkEvents = ({ mongo, clock, limits, presence }: Parts) => {
  const { machines, canTransactions, connectionHistory } = mongo.collections;
  const needsAction = createNeedsAction({ mongo, clock });
  const toReview = createPaymentsToReview({ mongo, clock });
  const { speaking } = createUnitsOfMachines(mongo.collections);
  const silentAfterMs = limits.silentAfterSeconds * 1_000;

  const readMachines = async (session: DbSession): Promise<Machines> => {
    const found = await machines.find({}, { session }).project<{ _id: ObjectId; name: string }>({ name: 1 }).toArray();
    return new Map(found.map(({ _id, name }) => [_id.toHexString(), { _id: _id.toHexString(), name }]));
  };

  const pastOutages = async (known: Machines, since: Date): Promise<NetworkEvent[]> => {
    const rows = await connectionHistory
      .find({ "meta.machine": { $in: [...known.keys()] }, receivedAt: { $gte: since } })
      .project<ConnectionRow & { meta: { machine: string } }>({
        _id: 0,
        meta: 1,
        receivedAt: 1,
        event: 1,
        connection: 1,
      })
      .sort({ receivedAt: -1 })
      .limit(mostConnections)
      .toArray();
    return [...groupBy(rows, ({ meta }) => meta.machine)].flatMap(([id, ofMachine]) => {
      const machine = known.get(id);
      if (!machine) return [];
      return outagesOf(ofMachine, silentAfterMs).map(({ from, to }) => ({
        kind: "outage" as const,
        at: to.toISOString(),
        machine,
        from: from.toISOString(),
        to: to.toISOString(),
      }));
    });
  };

  const presentOutages = async (
    known: Machines,
    units: readonly { serialNumber: string; machine: ObjectId }[],
  ): Promise<NetworkEvent[]> => {
    const heard = await presence.read(units.map(({ serialNumber }) => serialNumber));
    const now = clock.now();
    return units.flatMap(({ serialNumber, machine: id }) => {
      const machine = known.get(id.toHexString());
      const lastSeen = heard.get(serialNumber)?.lastSeen;
      if (!machine || lastSeen === undefined || !isSilent(lastSeen, now, limits.silentAfterSeconds)) return [];
      const from = new Date(lastSeen).toISOString();
      return [{ kind: "outage" as const, at: from, machine, from, to: null }];
    });
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

  const payments = async (): Promise<NetworkEvent[]> => {
    const { flagged, stuck, unknown } = await toReview.read();
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

  return {
    read: async () => {
      const since = new Date(clock.now() - feedReachMs);
      const { found, asOf } = await mongo.readAsOf(async (session) => ({
        known: await readMachines(session),
        units: await speaking.all(session),
      }));
      const parts = await Promise.all([
        pastOutages(found.known, since),
        presentOutages(found.known, found.units),
        failedVends(since),
        payments(),
      ]);
      const events = parts
        .flat()
        .sort((one, other) => other.at.localeCompare(one.at))
        .slice(0, mostEvents);
      return { events, asOf };
    },
  };
};
