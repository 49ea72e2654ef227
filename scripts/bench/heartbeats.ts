import { setTimeout as pause } from "node:timers/promises";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { until } from "#shared/testing/eventually.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import { atMost, readOptions, report, runBench, say, table } from "./command-line.ts";
import { type Installation, withInstallation } from "./installation.ts";
import { processorSeconds } from "./measure.ts";
import { plantNetwork } from "./planted-network.ts";

const usage = "npm run bench:heartbeats -- [--seconds 10] [--beats 4000] [--machines 2000]";
const { seconds, beats, machines } = readOptions(usage, { seconds: 10, beats: 4_000, machines: 2_000 });
/** Numbers of gateways to measure with; after each round gateways are stopped. */
const counts = [8, 4, 2, 1];
/** In percent: what a heartbeat may cost each of several gateways, of what it costs a single one. */
const flat = 125;
const prefix = "cansole";

/** An operator's page that shows no machine: it has the pending counts, as every page. */
const openPage = async (url: string, token: string) => {
  const live = createLiveClient({ url, token: () => token });
  const page = { hasJoined: false };
  live.listen((event) => {
    if (event.name !== "connected") return;
    void live.join(live, ["attention"]).then(() => {
      page.hasJoined = true;
    });
  });
  live.connect();
  await until("a page", () => page.hasJoined);
  return live;
};

/** Sends this many heartbeats a second, of all units in turn, as gateways with units send them. */
const createHeartbeats = (it: Installation, serials: readonly string[]) => {
  const log = createLogger("bench", "silent");
  const redis = connectRedis(it.env.REDIS_URL ?? "", "fast", log);
  const { collections } = it.mongo;
  const keys = createRedisKeys(prefix);
  const presence = createPresence({ redis, keys, clock: systemClock, collections, log, silentAfterSeconds: 75 });
  let sent = 0;
  return {
    send: async () => {
      const began = performance.now();
      for (let nth = 0; nth < (seconds * beats) / 50; nth += 1) {
        const due = began + (nth * 50_000) / beats;
        if (due > performance.now()) await pause(due - performance.now());
        const heardAt = Date.now();
        const some = Array.from({ length: 50 }, () => serials[sent++ % serials.length] ?? "");
        await presence.touch(some.map((serialNumber) => ({ serialNumber, heardAt, link: null })));
      }
    },
    end: () => redis.disconnect(),
  };
};

/** Each gateway follows them where an operator's page is open: nowhere, at one, at each. */
const measure = async (it: Installation, serials: readonly string[]) => {
  const heartbeats = createHeartbeats(it, serials);
  const redisPid = it.servers.pids.redis ?? 0;
  const running = [...it.gateways];
  const rows: (string | number)[][] = [];
  /** By how many gateways there are, each with a page: what one heartbeat costs one of them, in µs. */
  const costs = new Map<number, number>();
  await pause(10_000);
  for (const count of counts) {
    for (const gateway of running.splice(count)) await gateway.stop();
    for (const watched of new Set([0, 1, count])) {
      const pages = await Promise.all(running.slice(0, watched).map(({ url }) => openPage(url, it.token)));
      await pause(3_000);
      const pids = [redisPid, ...running.map(({ pid }) => pid())];
      /** Milliseconds of processor time of each process, and the seconds that the work took. */
      const spent = async (work: () => Promise<unknown>) => {
        const before = pids.map(processorSeconds);
        const began = performance.now();
        await work();
        const took = (performance.now() - began) / 1_000;
        return { took, ms: pids.map((pid, at) => (processorSeconds(pid) - (before[at] ?? 0)) * 1_000) };
      };
      const idle = await spent(() => pause(seconds * 1_000));
      const { took, ms } = await spent(heartbeats.send);
      // A busy computer takes longer to send them: what one of them costs is the same.
      const costOf = (at: number) => ((ms[at] ?? 0) - ((idle.ms[at] ?? 0) * took) / idle.took) / (beats * seconds);
      const [redis = 0, ...gateways] = pids.map((_, at) => 1_000 * costOf(at));
      const sum = (costs: number[]) => costs.reduce((all, one) => all + one, 0);
      const ofWatched = watched > 0 ? sum(gateways.slice(0, watched)) / watched : 0;
      if (watched === count) costs.set(count, ofWatched);
      const cells = [redis, sum(gateways), ofWatched].map((cost) => `${cost.toFixed(1)} µs`);
      rows.push([count, watched, `${took.toFixed(1)} s`, ...cells]);
      for (const page of pages) page.close();
      await pause(1_000);
    }
  }
  heartbeats.end();
  say(`\nProcessor time of one heartbeat, ${beats} a second for ${seconds} s, beside that of seconds without any:`);
  table(["gateways", "with a page", "took", "Redis", "all gateways", "each with a page"], rows);
  const one = costs.get(1) ?? Number.NaN;
  const shareOf = (count: number) => (100 * (costs.get(count) ?? Number.NaN)) / one;
  report(counts.map((count) => atMost(`a heartbeat at ${count} gateways, of that at one`, shareOf(count), flat, "%")));
};

runBench(async () => {
  let serials: string[] = [];
  await withInstallation(
    {
      machines: 1,
      gateways: Array.from({ length: Math.max(...counts) }, () => ({ GATEWAY_ROLE: "http" })),
      workers: [],
      plant: async (mongo) => {
        serials = await plantNetwork(mongo, machines, 1);
      },
    },
    say,
    (it) => measure(it, serials),
  );
});
