import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../build.ts";
import { createGatewayProcess, lowFreePort } from "../integration/gateway-process.ts";
import { createKillableService } from "../integration/killable-service.ts";
import { prepare, root } from "../launcher/ground.ts";
import { startRedisCluster } from "../testing/redis-cluster.ts";
import { startReplicaSet } from "../testing/replica-set.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { behindHaproxy, haproxyHere, startBalancer } from "./balancer.ts";

const dist = join(root, "dist");
const gatewayCount = 4;
const workerCount = 2;

interface Options {
  /** How many machines of the demo network are simulated by a process of its own. */
  machines: number;
  /** Shows what the processes print on the terminal: the codes, for one. */
  isShown: boolean;
  env?: NodeJS.ProcessEnv;
  /** Called with how to undo each part, as it starts. */
  add: (name: string, stop: () => Promise<void>) => void;
  say: (line: string) => void;
}

const given = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/**
 * The demo network on three of everything: a MongoDB set of three, a Redis Cluster of six, four gateways behind a
 * balancer, two workers, two report workers. Each part is a process of its own, which may be killed and frozen. The
 * data stand in a folder that goes with it.
 */
export const openCluster = async ({ machines, isShown, env = process.env, add, say }: Options) => {
  const folder = await temporaryFolder("cluster");
  add("folder", folder.remove);
  const [set, redis] = await Promise.all([
    startReplicaSet(say).then((started) => {
      add("MongoDB", started.stop);
      return started;
    }),
    startRedisCluster().then((started) => {
      add("Redis", started.stop);
      return started;
    }),
  ]);
  const dataDir = join(folder.path, "data");
  await mkdir(dataDir);
  const stores = { MONGODB_URI: set.uri, REDIS_URL: redis.url, DATA_DIR: dataDir };
  const trial = { ...env, ...stores, DEMO: "true", SIMULATOR: `${machines}` };
  const { config, serviceEnv, simulatorEnv } = await prepare(trial, add, () => buildIfStale(say));

  const shown = (name: string) => (isShown ? name : undefined);
  const own = { ...given(serviceEnv), ...(haproxyHere() ? behindHaproxy : {}) };
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const gateways = await Promise.all(
    numbers(gatewayCount).map(async (at) => {
      const [name, wsPort] = [`gateway ${at}`, await lowFreePort()];
      return {
        name,
        wsPort,
        ...(await createGatewayProcess(dist, { ...own, MQTT_WS_PORT: `${wsPort}` }, shown(name))),
      };
    }),
  );
  const several = (service: "workers" | "report-workers", title: string) =>
    numbers(workerCount).map((at) => {
      const name = `${title} ${at}`;
      return { name, ...createKillableService(dist, service, own, shown(name)) };
    });
  const workers = several("workers", "worker");
  const reportWorkers = several("report-workers", "report worker");
  const services = [...gateways, ...workers, ...reportWorkers];
  add("services", async () => {
    for (const one of services) one.thaw();
    await Promise.all(services.map((one) => one.stop()));
  });
  // Start one after another: eight at once keep the nodes of Redis waiting on a small computer, and nothing starts on a
  // cluster of which a node is away.
  for (const one of services) await one.start();
  const balancer = await startBalancer(folder.path, { http: config.PORT, mqtt: config.MQTT_PORT }, gateways);
  add("balancer", balancer.stop);
  if (machines > 0) {
    const simulator = createKillableService(dist, "simulator", given(simulatorEnv), shown("simulator"));
    add("simulator", simulator.stop);
    await simulator.start();
  }
  /** Both stores have all their members, and each gateway serves. */
  const untilReady = async (): Promise<void> => {
    await Promise.all([set.untilWhole(), redis.untilWhole()]);
    const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
    const all = async () => (await Promise.all(gateways.map(({ url }) => isReady(url)))).every(Boolean);
    await until("all gateways to be ready", all, 60_000);
  };
  return {
    untilReady,
    url: `http://127.0.0.1:${config.PORT}`,
    mqttUrl: `mqtt://127.0.0.1:${config.MQTT_PORT}`,
    phone: config.ADMIN_PHONE ?? "",
    config,
    env: given(simulatorEnv),
    balancer: balancer.name,
    set,
    redis,
    gateways,
    workers,
    reportWorkers,
    services,
  };
};
export type RunningCluster = Awaited<ReturnType<typeof openCluster>>;
