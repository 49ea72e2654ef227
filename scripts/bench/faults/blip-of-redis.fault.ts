import { Redis } from "ioredis";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { createLiveClient } from "../../../web/live/live-client.ts";
import { buildIfStale } from "../../build.ts";
import { pause } from "../../simulator/pause.ts";
import { plantOperatorOf } from "../../walks/planted.ts";
import { startRoom } from "../child.ts";
import { withOwnServers } from "../own-servers.ts";
import { exactly, type Fault, type Figure } from "./fault.ts";

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
    return withOwnServers(say, async (mongo, services) => {
      const figures: Figure[] = [];
      const env = (n: number) => {
        const ports = { PORT: String(firstPort + 2 * n), MQTT_PORT: String(firstPort + 2 * n + 1) };
        return roomEnv(services, { ...ports, LOG_LEVEL: "fatal" });
      };
      const children = [];
      for (let n = 0; n < gateways; n += 1) children.push(await startRoom("gateway", env(n)));
      children.push(await startRoom("workers", env(0)));
      const token = await plantOperatorOf(mongo, env(0));

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
        await blip(services.redisUrl, empties);
        await pause(settledMs);
        say(`${what}: reloads of each page ${reloads.join(" ")}`);
        figures.push(exactly(`${what}: pages that did not load again once`, reloads.filter((n) => n !== 1).length, 0));
      }
      for (const live of pages) live.close();
      await Promise.all(children.map((child) => child.stop()));
      return figures;
    });
  },
};
