import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { buildIfStale } from "../../scripts/build.ts";
import { freePort } from "../../scripts/services/ports.ts";
import { noFaults } from "../../scripts/simulator/faults.ts";
import { planFleet } from "../../scripts/simulator/plan.ts";
import { plantMachines } from "../../scripts/walks/planted.ts";
import { startChild } from "../child.ts";
import { createLeanUnit, type LeanUnit } from "./lean-unit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const jwtSecret = "a secret of the experiments, long enough";

interface Wishes {
  mongodbUri: string;
  redisUrl: string;
  units: number;
  say: (line: string) => void;
  /** One where it is left out. */
  gateways?: number;
}

export interface MachineHouse {
  mongo: Mongo;
  mqttPorts: number[];
  units: LeanUnit[];
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
}: Wishes): Promise<MachineHouse> => {
  await buildIfStale(say);
  const env = {
    NODE_ENV: "test",
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    JWT_SECRET: jwtSecret,
    PROVISIONING_KEY: "fault-provisioning",
    LOG_LEVEL: "error",
  };
  const rooms = await Promise.all(
    Array.from({ length: gateways }, async () => {
      const [port, mqttPort] = [await freePort(), await freePort()];
      const room = await startChild([join(root, "dist/gateway/main.js")], {
        ...env,
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
      });
      return { port, mqttPort, room };
    }),
  );
  const mongo = await connectMongo(mongodbUri);
  const planted = await plantMachines(mongo, jwtSecret, planFleet(units, 7, noFaults));
  const lean = planted.map(createLeanUnit);
  return {
    mongo,
    mqttPorts: rooms.map(({ mqttPort }) => mqttPort),
    units: lean,
    metric: async (name) => {
      const texts = await Promise.all(
        rooms.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      );
      const lines = texts.flatMap((text) => text.split("\n"));
      const ofIt = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      return ofIt.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    },
    stop: async () => {
      for (const unit of lean) unit.leave();
      await Promise.all(rooms.map(({ room }) => room.stop()));
      await mongo.close();
    },
  };
};
