import { fileURLToPath } from "node:url";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { aBrandEntry, aContainer, aProduct } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { addKey } from "../../../../gateway/features/intake/testing/shop.ts";
import { buildIfStale } from "../../../build.ts";
import { connectMigrated } from "../../../migrate/testing/migrate-for-tests.ts";
import { noFaults } from "../../../simulator/faults.ts";
import { createCaller } from "../../../simulator/operator.ts";
import { planFleet } from "../../../simulator/plan.ts";
import { createRandom, type Random } from "../../../simulator/random.ts";
import { createGatewayProcess } from "../../../walks/gateway-process.ts";
import { createKillableRoom } from "../../../walks/killable-room.ts";
import { createUndo } from "../../../walks/payments/undo-all.ts";
import { type PlantedUnit, plantMachines, plantOperatorOf } from "../../../walks/planted.ts";
import { type Killable, startKillableServers } from "./killable-servers.ts";
import { createMoodyUnit, type Hold, type Mood } from "./moody-unit.ts";

const distDir = fileURLToPath(new URL("../../../../dist", import.meta.url));
const usualLocks = 40;
const toldWithinMs = 60_000;

interface Wishes {
  machines: number;
  /** What the unit of this place in the network does with its next command. */
  mood: (random: Random, place: number) => Mood;
  seed: string;
  /** Of each machine, each with a can behind it. */
  locks?: number;
  /** Who stops units before their next deed. */
  hold?: Hold;
  /** The gateway that units come to next; either, as behind a balancer, where this is missing. */
  gatewayOf?: () => 0 | 1;
  /** Places whose units never connect. */
  absent?: readonly number[];
}

/** Of a product that costs nothing, so that an order of it is credited at once: how it is paid is another experiment. */
const plantShop = async (mongo: Mongo, units: PlantedUnit[]): Promise<string> => {
  const { products, productProfiles, containers } = mongo.collections;
  const product = aProduct({ brand: "Tamarind Cola" });
  const entry = aBrandEntry(product);
  const free = { ...entry, unit: { ...entry.unit, discountPrice: 0 } };
  await products.insertOne(product);
  await productProfiles.updateMany({}, { $set: { brands: [free], ...terms } });
  const machines = await mongo.collections.machines.find().toArray();
  await containers.insertMany(
    machines.flatMap((machine) =>
      (units.find(({ machineId }) => machineId === `${machine._id}`)?.plan.channels ?? []).map((channel) =>
        aContainer(machine, channel, { product: product._id, isEmpty: false }),
      ),
    ),
  );
  return `${product._id}`;
};
/** Whoever needs deposits is given so many with his first order; nobody has a limit of the day. */
const terms = { deposit: true, depositCount: 4, cansLimit: 0 };

/** Gateways and workers as processes of their own, servers that may be killed, and units in all moods. */
export const openTakenHouse = async (wishes: Wishes, say: (line: string) => void) => {
  const { machines, mood, seed, locks = usualLocks, hold, gatewayOf, absent = [] } = wishes;
  const undo = createUndo();
  try {
    await buildIfStale(say);
    const servers = await startKillableServers();
    undo.add(servers.stop);
    const env = roomEnv({ mongodbUri: servers.mongo.url, redisUrl: servers.redis.url });
    const mongo = await connectMigrated(servers.mongo.url);
    undo.add(mongo.close);
    const gateway = async (at: number) => ({ name: `gateway ${at}`, ...(await createGatewayProcess(distDir, env)) });
    const worker = (at: number) => ({ name: `worker ${at}`, ...createKillableRoom(distDir, "workers", env) });
    const gateways = [await gateway(0), await gateway(1)] as const;
    const workers = [worker(0), worker(1)] as const;
    const rooms: Killable[] = [...gateways, ...workers];
    for (const room of rooms) undo.add(room.kill);
    const token = await plantOperatorOf(mongo, env);
    const channels = Array.from({ length: locks }, (_, at) => at + 1);
    const plans = planFleet(machines, 7, noFaults).map((plan) => ({ ...plan, channels }));
    const planted = await plantMachines(mongo, env.JWT_SECRET, plans);
    const product = await plantShop(mongo, planted);
    const apiKey = await addKey({ mongo }, "bench");
    await Promise.all(rooms.map((room) => room.start()));

    const units = planted.map((unit, place) => {
      const random = createRandom(`${seed}/unit ${place}`);
      return createMoodyUnit(unit, random, {
        mqttUrl: () => gateways[gatewayOf?.() ?? random.pick([0, 1] as const)].mqttUrl,
        mood: () => mood(random, place),
        hold,
      });
    });
    const present = units.filter((_, place) => !absent.includes(place));
    for (const unit of present) {
      unit.start();
      undo.add(unit.stop);
    }
    await until("the units to be told the time", () => present.every((unit) => unit.toldTime() !== null), toldWithinMs);
    return {
      mongo,
      servers,
      gateways,
      workers,
      rooms,
      units,
      planted,
      product,
      token,
      /** The customers' app's. */
      apiKey,
      /** One of the two, by turns. */
      urlOf: (turn: number): string => gateways[turn % 2 === 0 ? 0 : 1].url,
      operatorAt: (turn: number) => createCaller(gateways[turn % 2 === 0 ? 0 : 1].url, token),
      stop: undo.all,
    };
  } catch (error) {
    await undo.all();
    throw error;
  }
};
export type TakenHouse = Awaited<ReturnType<typeof openTakenHouse>>;
