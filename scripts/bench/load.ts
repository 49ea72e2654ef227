import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { madeNetwork } from "../demo-history/made-network.ts";
import { storeHistory } from "../demo-history/store-history.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import type { Services } from "../services/launch.ts";
import { atMost, readOptions, report, runBench, say, table } from "./command-line.ts";
import { measurePages } from "./load/measured-pages.ts";
import { inMs } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";

const usage =
  "npm run bench:load -- [--orders 1000000] [--taken 0.12] [--into mongodb://host/name] (kept then), or " +
  "npm run bench:load -- --of mongodb://host/name (filled so before)";
const sayEveryMs = 15_000;
const mostMs = 60;

const readSize = () => {
  const options = readOptions(usage, { orders: 1_000_000, taken: 0.12 }, ["into", "of"]);
  if (options.taken > 1) throw new Error(`--taken must be a share from 0 to 1.\n${usage}`);
  const orders = Math.ceil(options.orders);
  const network = { customers: Math.max(10, Math.ceil(orders / 50)), machines: Math.max(4, Math.ceil(orders / 5_000)) };
  return { size: { ...network, orders, taken: options.taken }, into: options.into, of: options.of };
};
type Size = ReturnType<typeof readSize>["size"];

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Those of a history's collections. Building them at the end takes a fraction of keeping them up to date meanwhile. */
const withoutIndexes = async (mongo: Mongo, uri: string, work: () => Promise<number>): Promise<number> => {
  const { orders, canLedger, depositRows, canTransactions, users, penalties } = mongo.collections;
  for (const one of [orders, canLedger, depositRows, canTransactions, users, penalties]) await one.dropIndexes();
  const done = await work();
  await migrateForTests(uri, mongo.db.databaseName);
  return done;
};

const fill = async (mongo: Mongo, uri: string, { orders, customers, machines, taken }: Size) => {
  if ((await mongo.collections.orders.estimatedDocumentCount()) > 0 || (await mongo.collections.machines.findOne()))
    throw new Error("That database is not empty: name a new one.");
  const began = performance.now();
  let saidAt = began;
  const plan = await madeNetwork(mongo, { orders, customers, machines, taken });
  const stored = await withoutIndexes(mongo, uri, () =>
    storeHistory(mongo, plan, (done) => {
      if (performance.now() - saidAt < sayEveryMs) return;
      saidAt = performance.now();
      say(`  ${done} of ${orders} orders ...`);
    }),
  );
  const rows = await mongo.collections.canLedger.estimatedDocumentCount();
  const cans = await mongo.collections.canTransactions.estimatedDocumentCount();
  say(`${stored} orders, ${cans} cans that were taken and ${rows} rows of the can ledger in ${seconds(began)}.`);
  const counting = performance.now();
  await createTallies({ mongo, log: createLogger("bench", "warn") }).countAllDays();
  say(`${await mongo.collections.dayTallies.countDocuments()} tallies in ${seconds(counting)}.`);
};

const measure = async (mongo: Mongo, services: Services, until: number) => {
  const measured = await measurePages(mongo, services, until);
  table(
    ["list", "page", "median", "p95"],
    measured.map(({ list, what, page, pages, median, p95 }) => [
      `${list}, ${what}`,
      `${page} of ${pages}`,
      inMs(median, 1),
      inMs(p95, 1),
    ]),
  );
  report(measured.map(({ list, what, page, p95 }) => atMost(`${list}, ${what}, page ${page}, p95`, p95, mostMs, "ms")));
};

runBench(async () => {
  const { size, into, of } = readSize();
  if (into) {
    await migrateForTests(into);
    const mongo = await connectMongo(into, { appName: "cansole-bench" });
    await fill(mongo, into, size);
    return mongo.close();
  }
  return withOwnServers(
    say,
    async (mongo, services) => {
      if (!of) await fill(mongo, services.mongodbUri, size);
      const latest = await mongo.collections.orders.findOne({}, { sort: { time: -1 } });
      if (!latest) throw new Error(`There are no orders in ${mongo.db.databaseName}.`);
      await measure(mongo, services, latest.time.getTime());
    },
    of,
  );
});
