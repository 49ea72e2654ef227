import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { systemClock } from "#shared/runtime/clock.ts";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { buildIfStale } from "../../scripts/build.ts";
import { pause } from "../../scripts/simulator/pause.ts";
import { plantOperator } from "../../scripts/walks/planted.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import { startChild } from "../child.ts";
import { withOwnServers } from "../own-servers.ts";
import { exactly, type Fault, type Figure } from "./fault.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const gateways = 3;
const pagesEach = 5;
const firstPort = 43_300;
const settledMs = 10_000;

/** Whoever holds a connection loses it; what Redis held is lost as well where it `empties`. */
const blip = async (redisUrl: string, empties: boolean): Promise<void> => {
  const redis = new Redis(redisUrl);
  if (empties) await redis.flushall();
  for (const kind of ["pubsub", "normal"]) await redis.call("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes");
  redis.disconnect();
};

export const fault: Fault = {
  promise: `after a blip of Redis every page of ${gateways} gateways loads again once`,
  run: async (say) => {
    await buildIfStale(say);
    const figures: Figure[] = [];
    await withOwnServers(say, async (mongo, { mongodbUri, redisUrl }) => {
      const env = (n: number) => ({
        NODE_ENV: "test",
        MONGODB_URI: mongodbUri,
        REDIS_URL: redisUrl,
        JWT_SECRET: "a secret of the benchmark, long enough",
        PROVISIONING_KEY: "bench-provisioning",
        PORT: String(firstPort + 2 * n),
        MQTT_PORT: String(firstPort + 2 * n + 1),
        LOG_LEVEL: "fatal",
      });
      const children = [];
      for (let n = 0; n < gateways; n += 1)
        children.push(await startChild([join(root, "dist/gateway/main.js")], env(n)));
      children.push(await startChild([join(root, "dist/workers/main.js")], env(0)));
      const log = createLogger("bench", "silent");
      const config = readRoomConfig(env(0));
      const token = await plantOperator({ config, mongo, clock: systemClock, limits: defaultLimits, log });

      const reloads: number[] = [];
      const pages = Array.from({ length: gateways * pagesEach }, (_, n) => {
        const url = `http://127.0.0.1:${firstPort + 2 * (n % gateways)}`;
        const live = createLiveClient({ url, token: () => token });
        reloads[n] = 0;
        live.listen(({ name }) => {
          if (name === "connected") void live.join(live, ["machines"]).catch(() => undefined);
          if (name === "reload") reloads[n] = (reloads[n] ?? 0) + 1;
        });
        live.connect();
        return live;
      });
      while (!pages.every((live) => live.connected())) await pause(50);
      await pause(settledMs);
      for (const [what, empties] of [
        ["connections were lost", false],
        ["connections and all that Redis held were lost", true],
      ] as const) {
        reloads.fill(0);
        await blip(redisUrl, empties);
        await pause(settledMs);
        say(`${what}: reloads of each page ${reloads.join(" ")}`);
        figures.push(exactly(`${what}: pages that did not load again once`, reloads.filter((n) => n !== 1).length, 0));
      }
      for (const live of pages) live.close();
      await Promise.all(children.map((child) => child.stop()));
    });
    return figures;
  },
};
