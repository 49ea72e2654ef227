import { fileURLToPath } from "node:url";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { aBrandEntry, aContainer, aProduct } from "#shared/runtime/testing/stored-records.ts";
import { addKey } from "../../../../gateway/features/intake/testing/shop.ts";
import { buildIfStale } from "../../../build.ts";
import { connectMigrated } from "../../../migrate/testing/migrate-for-tests.ts";
import { startPaymentProvider } from "../../../payment-provider/server.ts";
import { freePort } from "../../../services/ports.ts";
import type { Shelf } from "../../../simulator/customers/basket.ts";
import { demoFaults } from "../../../simulator/demo-fleet.ts";
import type { FaultRates } from "../../../simulator/faults.ts";
import { createFleet } from "../../../simulator/fleet.ts";
import { createCaller } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import { planFleet } from "../../../simulator/plan.ts";
import { createGatewayProcess } from "../../../walks/gateway-process.ts";
import { createKillableRoom } from "../../../walks/killable-room.ts";
import { createUndo } from "../../../walks/payments/undo-all.ts";
import { plantMachines, plantOperatorOf } from "../../../walks/planted.ts";
import { launchOwnServers } from "../../own-servers.ts";
import { sumOf } from "../../targets.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const liveEveryMs = 25_000;
/** So many that drivers are not a part of the story: a machine is filled again before it is empty. */
const locks = Array.from({ length: 120 }, (_, at) => at + 1);

/** Two brands and a deposit, at every machine. */
const plantShop = async ({ collections }: Mongo): Promise<Shelf[]> => {
  const goods = [
    aProduct({ brand: "Tamarind Cola" }),
    aProduct({ brand: "Ginger Fizz", price: 3_500 }),
    aProduct({ brand: "Deposit", productType: "deposit", price: 1_000 }),
  ];
  const brands = goods.map((product, at) => aBrandEntry(product, at + 1));
  const cans = goods.filter(({ productType }) => productType === "product");
  const machines = await collections.machines.find().toArray();
  await collections.products.insertMany(goods);
  await collections.productProfiles.updateMany({}, { $set: { brands } });
  await collections.containers.insertMany(
    machines.flatMap((machine) =>
      locks.map((lock) =>
        aContainer(machine, lock, { product: cans[lock % cans.length]?._id ?? null, isEmpty: false }),
      ),
    ),
  );
  const offers = brands.map(({ product, productType, bundle, unit }) => ({
    product: `${product}`,
    productType,
    bundle,
    unit,
  }));
  return machines.map(({ vendingMachineId }) => ({ vendingMachine: vendingMachineId, offers }));
};

const collected = new URL("../collected.mjs", import.meta.url).href;
/** A process that has been asked to collect its garbage has done so, however busy it is. */
const collectsWithinMs = 1_000;

/** What a process says that it holds, in bytes: resident, and of its heap. */
const memoryOf = async (url: string) => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return {
    resident: sumOf(metrics, "cansole_process_resident_memory_bytes"),
    heap: sumOf(metrics, "cansole_nodejs_heap_size_used_bytes"),
  };
};

interface Wishes {
  machines: number;
  seed: number;
  /** A trial's, where this is left out. */
  faults?: FaultRates;
  /** Instead of a Redis of its own. */
  redisUrl?: string;
}

/** A network of simulated machines with faults, a gateway that serves the console, a worker, a provider. */
export const openNetworkHouse = async (wishes: Wishes, say: (line: string) => void) => {
  const { machines, seed, faults = demoFaults } = wishes;
  const undo = createUndo();
  try {
    await buildIfStale(say);
    const services = await launchOwnServers(say);
    undo.add(services.stop);
    const mongo = await connectMigrated(services.mongodbUri);
    undo.add(mongo.close);
    let webhook = "";
    const provider = await startPaymentProvider({
      keyId: trialPayments.PAYMENT_KEY_ID,
      keySecret: trialPayments.PAYMENT_KEY_SECRET,
      notices: () => ({ url: webhook, secret: trialPayments.PAYMENT_WEBHOOK_SECRET, formerSecret: "the one before" }),
    });
    undo.add(provider.close);
    const redisUrl = wishes.redisUrl ?? services.redisUrl;
    const env = roomEnv(
      { mongodbUri: services.mongodbUri, redisUrl },
      {
        WEB_ROOT: `${root}/dist/web`,
        ...trialPayments,
        PAYMENT_BASE_URL: provider.url,
        WORKERS_HEALTH_PORT: `${await freePort()}`,
        NODE_OPTIONS: `--import ${collected}`,
      },
    );
    const gateway = await createGatewayProcess(`${root}/dist`, env);
    const worker = createKillableRoom(`${root}/dist`, "workers", env);
    undo.add(gateway.stop);
    undo.add(worker.stop);
    webhook = `${gateway.url}/api/v1.2/intake/payments/webhook`;
    const token = await plantOperatorOf(mongo, env);
    const plans = planFleet(machines, seed, faults).map((plan) => ({ ...plan, channels: locks }));
    const units = await plantMachines(mongo, env.JWT_SECRET, plans);
    const shelves = await plantShop(mongo);
    const { key: apiKey } = await addKey({ mongo }, "customers");
    await Promise.all([gateway.start(), worker.start()]);
    const fleet = createFleet({
      units: units.map(({ plan, secret }) => ({ plan, secret })),
      mqttUrl: gateway.mqttUrl,
      provisioningKey: env.PROVISIONING_KEY,
      liveEveryMs,
      pace: 1,
      onEvent: () => undefined,
    });
    undo.add(fleet.stop);
    await fleet.start();
    return {
      mongo,
      fleet,
      shelves,
      token,
      apiKey,
      provider,
      redisUrl,
      rooms: { gateway, worker },
      url: gateway.url,
      operator: createCaller(gateway.url, token),
      memory: async () => {
        for (const room of [gateway, worker]) process.kill(room.pid(), "SIGUSR2");
        await pause(collectsWithinMs);
        return {
          gateway: await memoryOf(gateway.url),
          worker: await memoryOf(`http://127.0.0.1:${env.WORKERS_HEALTH_PORT}`),
        };
      },
      errors: () => [...gateway.errors(), ...worker.errors()],
      stop: undo.all,
    };
  } catch (error) {
    await undo.all();
    throw error;
  }
};
export type NetworkHouse = Awaited<ReturnType<typeof openNetworkHouse>>;
