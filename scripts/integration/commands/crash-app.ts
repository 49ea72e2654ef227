import { inject } from "vitest";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { until } from "#shared/testing/eventually.ts";
import { connectMigrated } from "../../migrate/testing/migrate-for-tests.ts";
import { findEngine } from "../../services/find.ts";
import { startKeeper } from "../../services/keeper.ts";
import { launchServices } from "../../services/launch.ts";
import { startRedis } from "../../services/redis.ts";
import { isAlive } from "../../services/testing/processes.ts";
import { noFaults } from "../../simulator/faults.ts";
import { createCaller } from "../../simulator/operator.ts";
import { planFleet } from "../../simulator/plan.ts";
import { temporaryFolder } from "../../testing/temporary.ts";
import { createGatewayProcess, type GatewayProcess } from "../gateway-process.ts";
import { createKillableService, type KillableService } from "../killable-service.ts";
import { type PlantedUnit, plantContainers, plantMachines, plantOperatorOf } from "../planted.ts";

const quiet = { env: { ...process.env, MONGODB_URI: undefined, REDIS_URL: undefined }, say: () => {} };
/** Killed processes take a moment to be gone from the process table. */
const goneWithinMs = 10_000;

/** A whole installation of processes on servers of its own, every part of which may be killed, frozen or emptied. */
export const openCrashApp = async (size: { gateways: number; workers: number; machines: number }) => {
  const folder = await temporaryFolder("crash");
  const keeper = await startKeeper({ hold: folder.path });
  const order = { ...quiet, dataDir: folder.path, keeper };
  const services = await launchServices(order);
  const env = serviceEnv(services);
  let redisPid = services.pids.redis ?? 0;
  const gateways: GatewayProcess[] = [];
  for (let n = 0; n < size.gateways; n++) gateways.push(await createGatewayProcess(inject("distDir"), env));
  const workers: KillableService[] = Array.from({ length: size.workers }, () =>
    createKillableService(inject("distDir"), "workers", env),
  );
  const mongo = await connectMigrated(services.mongodbUri);
  await Promise.all([...gateways, ...workers].map((service) => service.start()));
  const token = await plantOperatorOf(mongo, env);
  const units: PlantedUnit[] = await plantMachines(mongo, env.JWT_SECRET, planFleet(size.machines, 7, noFaults));
  await plantContainers(mongo, units);

  return {
    mongo,
    units,
    workers,
    gateways,
    token,
    redisUrl: services.redisUrl,
    operatorAt: ({ url }: GatewayProcess) => createCaller(url, token),
    /** kill -9; what it had not written is lost. */
    killRedis: async (): Promise<void> => {
      process.kill(redisPid, "SIGKILL");
      await until("its end", () => !isAlive(redisPid), goneWithinMs);
    },
    /** On the same port, with the data of its file. */
    startRedisAgain: async (): Promise<void> => {
      const engine = await findEngine("redis", { ...quiet, enginesDir: `${process.cwd()}/.engines` });
      redisPid = (await startRedis({ ...order, engine })).pid;
    },
    freezeMongo: () => process.kill(services.pids.mongo ?? 0, "SIGSTOP"),
    thawMongo: () => process.kill(services.pids.mongo ?? 0, "SIGCONT"),
    stop: async (): Promise<void> => {
      await mongo.close();
      await Promise.all([...gateways, ...workers].map((service) => service.kill()));
      await services.stop();
      await keeper.stop();
      await folder.remove();
    },
  };
};
