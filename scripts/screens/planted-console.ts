import { ObjectId } from "mongodb";
import { dayOf } from "#shared/http/zone-days.ts";
import type { JobDocument } from "#shared/jobs/job.document.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aJob } from "#shared/runtime/testing/stored-jobs.ts";
import { aContainer, aDeletion, aPenalty, aRequest, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { aSalesDay } from "#shared/runtime/testing/stored-sales.ts";
import { madeNetwork } from "../demo-history/made-network.ts";
import { storeHistory } from "../demo-history/store-history.ts";
import type { RouteIds } from "./route-table.ts";

const dayMs = 86_400_000;
const perWrite = 1_000;
const locks = 22;
const machinesPerWrite = 200;

export interface PlantedSize {
  machines: number;
  orders: number;
  customers: number;
}

/**
 * A console with a given number of records of each kind, straight in the database: machines with units and containers,
 * a year of orders with all that follows from them, and a few of each record that a history does not leave.
 */
export const plantConsole = async (mongo: Mongo, { machines, orders, customers }: PlantedSize): Promise<void> => {
  const { collections } = mongo;
  const plan = await madeNetwork(mongo, { machines, orders, customers, taken: 0.45 });
  await storeHistory(mongo, plan);
  const places = plan.machines.map(({ machine }) => machine);
  for (let from = 0; from < places.length; from += perWrite) {
    const units = places.slice(from, from + perWrite).map((machine) => aUnit(machine, { name: machine.name }));
    await collections.units.insertMany(units);
  }
  await collections.registrationRequests.insertMany(Array.from({ length: 3 }, () => aRequest()));
  const products = await collections.products.find({ productType: "product" }).toArray();
  const containersOf = (machine: MachineDocument) =>
    Array.from({ length: locks }, (_, lock) => {
      const product = products[lock % products.length]?._id ?? null;
      const isEmpty = lock % 3 === 0;
      const stockedOn = isEmpty ? null : new Date(plan.now - 2 * lock * dayMs);
      return aContainer(machine, lock + 1, { product, isEmpty, stockedOn, isWorking: lock % 7 !== 6 });
    });
  for (let from = 0; from < places.length; from += machinesPerWrite)
    await collections.containers.insertMany(places.slice(from, from + machinesPerWrite).flatMap(containersOf));
  const [someone] = plan.customers;
  if (!someone) throw new Error("a network has customers");
  await collections.penalties.insertMany(Array.from({ length: 3 }, () => aPenalty(someone._id)));
  // The first customer has requested it in that history.
  await collections.accountDeletions.insertMany(plan.customers.slice(1, 4).map(({ _id }) => aDeletion(_id)));
  await collections.jobs.insertMany(plantedJobs(plan.now));
  const days = Array.from({ length: 3 }, (_, ago) => dayOf(plan.now - ago * dayMs, plan.timeZone));
  await collections.sales.insertMany(days.map((day) => aSalesDay(day)));
};

/** An operator who has an email may set a password on their own page. */
export const letSetPasswords = async ({ collections: { users } }: Mongo): Promise<void> => {
  await users.updateMany({ role: "admin", email: "" }, [{ $set: { email: { $concat: ["$phone", "@example.in"] } } }]);
};

/** Work that goes well, and work that failed for good. */
const plantedJobs = (now: number): JobDocument[] => {
  const [endedAt, payload] = [new Date(now - dayMs), { vendingMachineId: "LOAD-00001", trace: "planted" }];
  const reason = "MongoDB did not answer in time";
  const run = { endedAt, tookMs: 840, reason: null };
  return [
    aJob({ lastRunAt: endedAt, lastDoneAt: endedAt, lastMs: 840, runs: 1, latest: [run] }),
    aJob({
      name: "machine.advance",
      does: "Gives a machine its next command",
      schedule: { kind: "asked" },
      lastRunAt: endedAt,
      lastFailedAt: endedAt,
      lastMs: 3_000,
      runs: 1,
      failures: 1,
      reason,
      latest: [{ ...run, tookMs: 3_000, reason }],
      failed: [{ key: JSON.stringify(payload), payload, at: endedAt, reason, retriedAt: null }],
    }),
  ];
};

const nobody = new ObjectId("0123456789abcdef01234567");

/** The first record of each kind; where there is none, an id that nothing has. */
export const idsOf = async ({ collections }: Mongo): Promise<RouteIds> => {
  const first = async (
    name: "machines" | "products" | "productProfiles" | "regions" | "orders" | "canTransactions" | "penalties",
  ) =>
    ((await collections[name].findOne({}, { sort: { _id: 1 }, projection: { _id: 1 } }))?._id ?? nobody).toHexString();
  const filled = await collections.containers.findOne();
  const customer = await collections.users.findOne({ role: "customer" }, { sort: { _id: 1 } });
  return {
    machine: filled?.machine.toHexString() ?? (await first("machines")),
    product: await first("products"),
    profile: await first("productProfiles"),
    region: await first("regions"),
    order: await first("orders"),
    transaction: await first("canTransactions"),
    user: (customer?._id ?? nobody).toHexString(),
    penalty: await first("penalties"),
    serialNumber: (await collections.units.findOne())?.serialNumber ?? "CU-NOBODY",
    waiting: (await collections.registrationRequests.findOne())?.serialNumber ?? "CU-NOBODY",
  };
};
