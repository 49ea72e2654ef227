import { readReconciliations, startReconciliation } from "#shared/reconciliation/reconciliation.api.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { createInventoryRepository } from "../../../../gateway/features/inventory/inventory.repository.ts";
import { createRedisStock } from "../../../../gateway/features/inventory/redis-stock.ts";
import { createStockReader, stockText } from "../../../../gateway/features/inventory/stock-reader.ts";
import type { ApiCaller } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";

const redisMs = 2_000;
const reconciledWithinMs = 60_000;
/** What is gathered, tried again or compared by a gateway has been written by then. */
const stockSettlesMs = 15_000;

/** What the product's own comparison of accounts with rows finds, asked for as an admin asks for it. */
export const reconcile = async ({ call }: ApiCaller): Promise<string[]> => {
  const { reconciliation } = await call(startReconciliation, {});
  for (const end = Date.now() + reconciledWithinMs; Date.now() < end; await pause(300)) {
    const { reconciliations, drifts } = await call(readReconciliations, {});
    const mine = reconciliations.find(({ _id }) => _id === reconciliation._id);
    if (mine?.state === "done")
      return drifts.map(({ figure, account, rows }) => `${figure} is ${account}, its rows add up to ${rows}`);
  }
  return ["the reconciliation did not end"];
};

/** Machines whose stock in Redis is not what the database says, after it had its time to settle. */
export const stockDrifts = async (mongo: Mongo, redisUrl: string): Promise<string[]> => {
  const log = createLogger("bench", "silent");
  const redis = connectRedis(redisUrl, "fast", log);
  try {
    const redisStock = createRedisStock({ redis, keys: createRedisKeys("cansole"), redisMs });
    const inventory = createInventoryRepository(mongo);
    const reader = createStockReader({ mongo, clock: { now: Date.now }, log, inventory, redisStock });
    const machines = (await mongo.collections.machines.find().toArray()).map(({ _id }) => _id);
    const compare = async () => {
      const held = await redisStock.readMany(machines.map((machine) => `${machine}`));
      const { stocks } = await reader.compute(machines);
      return machines.flatMap((machine, at) => {
        const right = stocks.find(({ vendingMachine }) => vendingMachine === `${machine}`);
        const text = right ? stockText(right.redisStock) : "";
        return held[at]?.text === text ? [] : [`stock of ${machine}: ${held[at]?.text ?? "none"} is not ${text}`];
      });
    };
    let found = await compare();
    for (const end = Date.now() + stockSettlesMs; found.length > 0 && Date.now() < end; found = await compare())
      await pause(500);
    return found;
  } finally {
    redis.disconnect();
  }
};

/** What still goes on: nothing may be judged before. */
export const unfinished = async ({ collections }: Mongo): Promise<string[]> => {
  const { canTransactions, sessionRows, sessions } = collections;
  const counts = {
    "transactions whose door may still move": await canTransactions.countDocuments({ live: { $ne: null } }),
    "containers that are to be emptied": await canTransactions.countDocuments({ containerDue: { $ne: null } }),
    "facts that are to be applied": await sessionRows.countDocuments({ toApply: true }),
    "rows without an end": await sessionRows.countDocuments({ end: null }),
    "sessions without an end": await sessions.countDocuments({ status: { $in: ["queued", "running"] } }),
  };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
};

/** A door that its unit opened for this transaction. */
interface Sprung {
  transactionId: string;
  at: number;
}

const doorsOf = async ({ collections }: Mongo, openings: { commandId: string; at: number }[]): Promise<Sprung[]> => {
  const commands = await collections.commands.find().toArray();
  const sessionOf = new Map(commands.map(({ _id, session }) => [_id, `${session}`]));
  const rows = await collections.sessionRows.find({ transactionId: { $type: "string" } }).toArray();
  const transactionOf = new Map(rows.map(({ session, transactionId }) => [`${session}`, transactionId ?? ""]));
  return openings.map(({ commandId, at }) => ({
    transactionId: transactionOf.get(sessionOf.get(commandId) ?? "") ?? "",
    at,
  }));
};

const wrongOf = (can: CanTransactionDocument, sprung: Sprung[], causes: string[]): string[] => {
  const doors = sprung.filter(({ transactionId }) => transactionId === can.transactionId).length;
  const right = can.status === "failed" ? "credit,debit" : "debit";
  return [
    ...(causes.toSorted().join() === right ? [] : [`its rows are ${causes.join() || "none"}, not ${right}`]),
    ...(can.status === "pending" && can.vendingMachineMessage === "" ? ["it is pending without a reason"] : []),
    ...(can.status === "opened" && doors === 0 ? ["it is opened, and no door was"] : []),
    ...(can.status === "pending" && doors > 0 ? ["it is pending, and its door was open"] : []),
    ...(can.status === "failed" && doors > 0 && can.review === null
      ? ["refunded, opened, and not to be reviewed"]
      : []),
    ...(doors > 1 && can.review === null ? ["two doors were opened for it, and it is not to be reviewed"] : []),
  ];
};

/**
 * What is wrong with the cans that were taken, in words: against their ledger, against the doors that units opened
 * themselves, and against their containers.
 */
export const judgeTakes = async (
  mongo: Mongo,
  openings: { commandId: string; channel: number; at: number }[],
): Promise<string[]> => {
  const { canTransactions, canLedger, containers } = mongo.collections;
  const sprung = await doorsOf(mongo, openings);
  const cans = await canTransactions.find().toArray();
  const rows = await canLedger.find({ "ref.kind": "transaction" }).toArray();
  const ofCans = cans.flatMap((can) => {
    const mine = rows
      .filter(({ ref }) => ref.id?.equals(can._id))
      .map(({ credit }) => (credit > 0 ? "credit" : "debit"));
    return wrongOf(can, sprung, mine).map((what) => `${can.transactionId} (${can.status}): ${what}`);
  });
  const strayRows = rows.filter(({ ref }) => !cans.some(({ _id }) => ref.id?.equals(_id)));
  const claims = await containers.find({ reservation: { $ne: null } }).toArray();
  const strayClaims = claims.filter(({ reservation, isEmpty }) => {
    const owner = cans.find(({ _id }) => reservation && _id.equals(reservation));
    return !owner || owner.status === "opened" || isEmpty;
  });
  return [
    ...ofCans,
    ...strayRows.map(({ _id }) => `row ${_id} is of no transaction`),
    ...strayClaims.map(
      ({ label, machine }) => `container ${label} of ${machine} is claimed by nothing that waits for it`,
    ),
  ];
};
