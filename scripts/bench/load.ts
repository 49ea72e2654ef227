import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { madeNetwork } from "../demo-history/made-network.ts";
import { storeHistory } from "../demo-history/store-history.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import type { Services } from "../services/launch.ts";
import { head, readOptions, row, runBench, say } from "./command-line.ts";
import { compareAllTotals } from "./load/compared-totals.ts";
import { type MeasuredPage, measurePages } from "./load/measured-pages.ts";
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

const rowOf = ({ list, what, page, pages, median, p95 }: MeasuredPage) =>
  row(`${list}, ${what}`, `${page} of ${pages}`, `${median.toFixed(1)} ms`, `${p95.toFixed(1)} ms`);

const report = (measured: MeasuredPage[]) => {
  say(`\n${head("list", "page", "median", "p95")}`);
  for (const one of measured) say(rowOf(one));
  const slow = measured.filter(({ p95 }) => p95 > mostMs);
  for (const one of slow) say(`Beyond ${mostMs} ms: ${one.list}, ${one.what}, page ${one.page}.`);
  return slow.length === 0;
};

const measure = async (mongo: Mongo, services: Services, until: number) => {
  const isQuick = report(await measurePages(mongo, services, until));
  await compare(services.mongodbUri);
  if (!isQuick) throw new Error("A promise of these pages is broken.");
};

const compare = async (of: string) => {
  const mongo = await connectMongo(of, { appName: "cansole-bench" });
  const began = performance.now();
  const { filters, pages, rows, refused, wrong } = await compareAllTotals(mongo, of, say);
  await mongo.close();
  say(`${filters} filters, ${pages} pages, ${rows} rows in ${seconds(began)}: ${wrong.length} figures are wrong.`);
  if (refused > 0) say(`${refused} pages were refused: a narrower filter was wanted.`);
  if (wrong.length > 0) throw new Error("A promise of these pages is broken.");
};

runBench(async () => {
  const { size, into, of } = readSize();
  if (into) {
    await migrateForTests(into);
    const mongo = await connectMongo(into, { appName: "cansole-bench" });
    await fill(mongo, into, size);
    return mongo.close();
  }
  if (!of)
    return withOwnServers(say, async (mongo, services) => {
      await fill(mongo, services.mongodbUri, size);
      await measure(mongo, services, Date.now());
    });
  return withOwnServers(
    say,
    async (mongo, services) => {
      const latest = await mongo.collections.orders.findOne({}, { sort: { time: -1 } });
      if (!latest) throw new Error(`There are no orders in ${mongo.db.databaseName}.`);
      await measure(mongo, services, latest.time.getTime());
    },
    of,
  );
});
