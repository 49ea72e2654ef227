import { addStockBulk } from "#shared/containers/container.api.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import { readReconciliations, startReconciliation } from "#shared/reconciliation/reconciliation.api.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aBrandEntry, aContainer, aProduct } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { addKey } from "../../../gateway/features/intake/testing/shop.ts";
import { startPaymentProvider } from "../../payment-provider/server.ts";
import { freePort } from "../../services/ports.ts";
import type { Shelf } from "../../simulator/customers/basket.ts";
import { createCheckout } from "../../simulator/customers/checkout.ts";
import { createCustomers } from "../../simulator/customers/customers.ts";
import { openKeptVisits } from "../../simulator/customers/kept-visits.ts";
import { demoFaults } from "../../simulator/demo-fleet.ts";
import type { FaultRates } from "../../simulator/faults.ts";
import { createFleet, type FleetParts } from "../../simulator/fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { exactly, type Figure } from "../command-line.ts";
import { startConsoleGateway } from "../console.ts";
import { type Env, type Installation, openInstallation } from "../installation.ts";

const usually = { machines: 24, locks: 120 };
const customers = 1_500;
const fillEveryMs = 15_000;
/** Customers who are on their way leave, and doors that are open are closed within. */
const closedWithinMs = 300_000;

/** Two brands and a deposit, at every machine. */
export const plantShop = async ({ collections }: Mongo, locks: readonly number[]): Promise<Shelf[]> => {
  const goods = [
    aProduct({ brand: "Tamarind Cola" }),
    aProduct({ brand: "Ginger Fizz", price: 3_500 }),
    aProduct({ brand: "Deposit", productType: "deposit", price: 1_000 }),
  ];
  const brands = goods.map((product, at) => aBrandEntry(product, at + 1));
  const all = await collections.machines.find().toArray();
  await collections.products.insertMany(goods);
  await collections.productProfiles.updateMany({}, { $set: { brands } });
  const canAt = (lock: number) => ({ product: goods[lock % 2]?._id ?? null, isEmpty: false });
  await collections.containers.insertMany(
    all.flatMap((machine) => locks.map((lock) => aContainer(machine, lock, canAt(lock)))),
  );
  const offers = brands.map(({ product, ...entry }) => ({ ...entry, product: `${product}` }));
  return all.map(({ vendingMachineId }) => ({ vendingMachine: vendingMachineId, offers }));
};

/** Drivers: what was emptied is filled again, by the call that they use. */
const fill = async ({ mongo, operator }: Installation): Promise<void> => {
  const isFree = { isEmpty: true, isWorking: true, isReserved: false };
  const free = await mongo.collections.containers.find(isFree).toArray();
  for (const [vendingMachine, some] of groupBy(free, ({ machine }) => `${machine}`)) {
    const containers = some.map(({ _id }) => `${_id}`);
    // A container that is reserved at this very moment is refused with all of them: the next round takes the others.
    const call = operator().call(addStockBulk, { body: { containers, vendingMachine } });
    await call.catch(() => undefined);
  }
};

/** Waits until nothing moves any more, and says what disagrees, by the product's own comparisons. */
export const judge = async (
  { mongo, operator, env }: Pick<Installation, "mongo" | "operator"> & { env: Env },
  say: (line: string) => void,
): Promise<Figure[]> => {
  const { canTransactions, sessionRows } = mongo.collections;
  const isMoving = { $or: [{ live: { $ne: null } }, { containerDue: { $ne: null } }] };
  const moving = () => canTransactions.countDocuments(isMoving);
  await until("all doors to be closed", async () => (await moving()) === 0, closedWithinMs).catch(() => undefined);
  const { reconciliation } = await operator().call(startReconciliation, {});
  const found = async () => {
    const { reconciliations, drifts } = await operator().call(readReconciliations, {});
    return reconciliations.some(({ _id, state }) => _id === reconciliation._id && state === "done") ? { drifts } : null;
  };
  const { drifts } = await until("the reconciliation", found, 60_000);
  for (const drift of drifts.slice(0, 20)) say(JSON.stringify(drift));
  // What a gateway gathers, or tries again, has been written by then.
  await pause(15_000);
  const { gateway } = await startConsoleGateway({
    mongodbUri: env.MONGODB_URI ?? "",
    redisUrl: env.REDIS_URL ?? "",
  });
  const stock = await gateway.stock?.check();
  await gateway.stop();
  const cans = await canTransactions.find().toArray();
  const silent = cans.filter(
    ({ status, vendingMachineMessage }) => status === "pending" && vendingMachineMessage === "",
  );
  const rows = await sessionRows.find({ transactionId: { $type: "string" } }).toArray();
  const seenOpen = new Set(rows.flatMap(({ transactionId, facts }) => (facts.opened ? [transactionId] : [])));
  // A can that was refunded and then seen open is to be reviewed.
  const isWrong = ({ transactionId, status, review }: (typeof cans)[number]) =>
    review === null && (status === "opened") !== seenOpen.has(transactionId);
  // A driver fills what is empty: whatever was seen open since then, its can has left.
  const leftAt = new Map<string, number>();
  for (const { container, facts } of rows)
    leftAt.set(`${container}`, Math.max(leftAt.get(`${container}`) ?? 0, facts.opened?.receivedAt.getTime() ?? 0));
  const forSale = await mongo.collections.containers
    .find({ isEmpty: false, isReserved: false, isWorking: true })
    .toArray();
  const isGone = ({ _id, stockedOn }: (typeof forSale)[number]) =>
    (leftAt.get(`${_id}`) ?? 0) > (stockedOn?.getTime() ?? 0);
  const counts = await canTransactions.aggregate([{ $sortByCount: "$status" }]).toArray();
  say(counts.map(({ _id, count }) => `${count} ${_id}`).join(", "));
  return [
    exactly("doors that may still move", await moving(), 0),
    exactly("pending cans without a reason", silent.length, 0),
    exactly("cans that are not what their units said of the door", cans.filter(isWrong).length, 0),
    exactly("containers that sell a can which was seen to leave", forSale.filter(isGone).length, 0),
    exactly("accounts and rows that do not agree with their causes", drifts.length, 0),
    exactly("machines whose stock in Redis is another", stock?.drifted ?? Number.NaN, 0),
  ];
};

interface Options {
  seed: number;
  faults?: FaultRates;
  gateways?: number;
  workers?: number;
  /** Instead of a Redis of its own. */
  redisUrl?: string;
  /** Shortens how long customers take; 1 is real people. */
  pace?: number;
  /** Machines and containers of each; those of a large network where they are left out. */
  size?: { machines: number; locks: number };
  /** False: nobody fills what was emptied. */
  fills?: boolean;
  onEvent?: FleetParts["onEvent"];
}

/** How many come to buy. */
export const customersAMinute = 50;

/** Simulated machines with a trial's faults, and customers who buy, take and bring back while drivers fill them again. */
export const openNetwork = async (options: Options, say: (line: string) => void) => {
  const { seed, faults = demoFaults, gateways = 1, workers = 1, redisUrl, pace = 1 } = options;
  const { size = usually, fills = true, onEvent = () => undefined } = options;
  const locks = Array.from({ length: size.locks }, (_, at) => at + 1);
  let webhook = "";
  const provider = await startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () => ({ url: webhook, secret: trialPayments.PAYMENT_WEBHOOK_SECRET, formerSecret: "earlier" }),
  });
  let shelves: Shelf[] = [];
  const port = await freePort();
  const installation = await openInstallation(
    {
      machines: planFleet(size.machines, seed, faults).map((plan) => ({ ...plan, channels: locks })),
      gateways: Array.from({ length: gateways }, () => ({})),
      workers: [{ WORKERS_HEALTH_PORT: `${port}` }, ...Array.from({ length: workers - 1 }, () => ({}))] as Env[],
      env: () => ({
        WEB_ROOT: `${process.cwd()}/dist/web`,
        ...trialPayments,
        PAYMENT_BASE_URL: provider.url,
        NODE_OPTIONS: `--import ${new URL("collected.mjs", import.meta.url).href}`,
        ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      }),
      plant: async (mongo) => {
        shelves = await plantShop(mongo, locks);
      },
    },
    say,
  );
  const { mongo, env, units, url, mqttUrl } = installation;
  webhook = `${url}/api/v1.2/intake/payments/webhook`;
  const { key } = await addKey({ mongo }, "customers");
  const fleet = createFleet({ units, mqttUrl, provisioningKey: env.PROVISIONING_KEY, pace: 1, onEvent });
  const checkout = createCheckout(url, key, provider.url);
  const orderEveryMs = 60_000 / customersAMinute;
  const kept = await openKeptVisits(null);
  const people = createCustomers({ count: customers, seed, shelves, orderEveryMs, pace, checkout, kept });
  const ending = new AbortController();

  const driving = (async () => {
    while (fills && (await pause(fillEveryMs, ending.signal))) await fill(installation).catch(() => undefined);
  })();

  return {
    ...installation,
    key,
    checkout,
    shelves,
    fleet,
    people,
    workerUrl: `http://127.0.0.1:${port}`,
    /** Ends the traffic; then what disagrees. */
    judge: async (): Promise<Figure[]> => {
      await people.stop();
      ending.abort();
      await driving;
      const repeated = "repeated calls that were answered otherwise";
      return [...(await judge(installation, say)), exactly(repeated, people.summary().contradicted, 0)];
    },
    stop: async (): Promise<void> => {
      await people.stop();
      ending.abort();
      await fleet.stop();
      await installation.stop();
      await provider.close();
    },
  };
};
export type Network = Awaited<ReturnType<typeof openNetwork>>;
