import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { buildIfStale } from "../../build.ts";
import { freePort } from "../../services/ports.ts";
import { noFaults } from "../../simulator/faults.ts";
import { planFleet } from "../../simulator/plan.ts";
import { type PlantedUnit, plantMachines, plantOperatorOf } from "../../walks/planted.ts";
import { startRoom } from "../child.ts";
import { withOwnServers } from "../own-servers.ts";
import { sumOf } from "../targets.ts";
import { createLeanUnit, type LeanUnit } from "./lean-unit.ts";

interface Wishes {
  mongodbUri: string;
  redisUrl: string;
  units: number;
  say: (line: string) => void;
  /** One where it is left out. */
  gateways?: number;
  /** What the gateways are told beside what every room is. */
  env?: Record<string, string>;
}

export interface MachineHouse {
  mongo: Mongo;
  mqttPorts: number[];
  /** Of the gateways, for operators. */
  urls: string[];
  units: LeanUnit[];
  /** The same units, as they stand in the database. */
  planted: PlantedUnit[];
  /** The token of a new operator. */
  signIn(): Promise<string>;
  /** The sum of a figure of /metrics over its labels and gateways. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** Built gateways in processes of their own, with registered units at their door. */
export const openMachineHouse = async ({
  mongodbUri,
  redisUrl,
  units,
  say,
  gateways = 1,
  env: more = {},
}: Wishes): Promise<MachineHouse> => {
  await buildIfStale(say);
  const env = roomEnv({ mongodbUri, redisUrl }, { LOG_LEVEL: "error", ...more });
  const rooms = await Promise.all(
    Array.from({ length: gateways }, async () => {
      const [port, mqttPort] = [await freePort(), await freePort()];
      const room = await startRoom("gateway", { ...env, PORT: String(port), MQTT_PORT: String(mqttPort) });
      return { port, mqttPort, room };
    }),
  );
  const mongo = await connectMongo(mongodbUri);
  const planted = await plantMachines(mongo, env.JWT_SECRET, planFleet(units, 7, noFaults));
  const lean = planted.map(createLeanUnit);
  return {
    mongo,
    mqttPorts: rooms.map(({ mqttPort }) => mqttPort),
    urls: rooms.map(({ port }) => `http://127.0.0.1:${port}`),
    units: lean,
    planted,
    signIn: () => plantOperatorOf(mongo, env),
    metric: async (name) => {
      const texts = await Promise.all(
        rooms.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      );
      return sumOf(texts.join("\n"), name);
    },
    stop: async () => {
      for (const unit of lean) unit.leave();
      await Promise.all(rooms.map(({ room }) => room.stop()));
      await mongo.close();
    },
  };
};

/** The same for the time of `work`, on servers of its own. */
export const withMachineHouse = <T>(
  units: number,
  say: (line: string) => void,
  work: (house: MachineHouse) => Promise<T>,
): Promise<T> =>
  withOwnServers(say, async (_, services) => {
    const house = await openMachineHouse({ ...services, units, say });
    try {
      return await work(house);
    } finally {
      await house.stop();
    }
  });
