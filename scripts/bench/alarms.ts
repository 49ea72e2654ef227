import { createPresence } from "#shared/live-status/presence.server.ts";
import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aUnit, aUser } from "#shared/runtime/testing/stored-records.ts";
import { createFinders } from "../../workers/alarms/finders.ts";
import { createNetworkReader } from "../../workers/alarms/network.ts";
import { atMost, readOptions, report, runBench, say, table } from "./command-line.ts";
import { inMs, median } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { plantStock } from "./planted-stock.ts";

const usage = "npm run bench:alarms -- [--machines 10000] [--containers 20] [--orders 100000] [--rounds 10]";
const options = { machines: 10_000, containers: 20, orders: 100_000, rounds: 10 };
const { machines, containers, orders, rounds } = readOptions(usage, options);
const weekMs = 7 * 86_400_000;

/** What the process computes during `work`, in milliseconds. */
const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

runBench(() =>
  withOwnServers(say, async (mongo, services) => {
    const { collections } = mongo;
    const log = createLogger("workers", "silent");
    await plantStock(mongo, machines, containers);
    const planted = await collections.machines.find().toArray();
    const units = planted.map((machine) => aUnit(machine));
    await collections.units.insertMany(units);
    const user = aUser();
    const now = Date.now();
    for (let begun = 0; begun < orders; begun += 10_000) {
      const some = Array.from({ length: Math.min(10_000, orders - begun) }, (_, n) => {
        const machine = planted[(begun + n) % planted.length];
        if (!machine) throw new Error("There is no machine.");
        const time = new Date(now - (((begun + n) * 7_919_000) % (5 * weekMs)));
        return anOrder(user, machine, { status: "payment successful", time });
      });
      await collections.orders.insertMany(some);
    }
    const redis = connectRedis(services.redisUrl, "fast", log);
    const keys = createRedisKeys("bench");
    await redis.set(keys.presenceLoaded, "loaded");
    const queues = createQueues(redis, keys, log);
    const presence = createPresence({ redis, keys, clock: systemClock, collections, log, silentAfterSeconds });
    const hear = () =>
      presence.touch(units.map(({ serialNumber }) => ({ serialNumber, heardAt: Date.now(), link: null })));
    const readNetwork = createNetworkReader({ mongo, presence, timeZone: "Asia/Kolkata" });

    const rows: (string | number)[][] = [];
    let share = 0;
    const finders = createFinders({ mongo, redis, queues });
    for (const { name, everyMs, find } of finders) {
      const spent: number[] = [];
      let found = 0;
      // The first look is not measured.
      for (let round = 0; round <= rounds; round += 1) {
        await hear();
        const ms = await cpuOf(async () => {
          const now = Date.now();
          const findings = await find({ now, steadySince: 0, foundAt: now, open: [], network: () => readNetwork(now) });
          found = findings.length;
        });
        if (round > 0) spent.push(ms);
      }
      const part = median(spent) / everyMs;
      share += part;
      rows.push([name, `${everyMs / 1_000} s`, found, inMs(median(spent), 1), `${(part * 100).toFixed(2)} %`]);
    }
    table(["finder", "each", "found", "processor time of one look", "of one core"], rows);
    redis.disconnect();
    // Each finder has read the network for itself here; in one look of the workers they share what was read.
    report([atMost(`evaluating ${machines} machines, of one core`, share * 100, 5, "%")]);
  }),
);
