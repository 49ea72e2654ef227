import { setTimeout as pause } from "node:timers/promises";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { readOptions, runBench, say, table } from "./command-line.ts";
import { withInstallation } from "./installation.ts";
import { processorSeconds } from "./measure.ts";
import { plantNetwork } from "./planted-network.ts";

const usage = "npm run bench:events -- [--seconds 20] [--changes 100] [--machines 1000] [--containers 50]";
const options = { seconds: 20, changes: 100, machines: 1_000, containers: 50 };
const { seconds, changes, machines, containers } = readOptions(usage, options);
/** Numbers of gateways to measure with; after each round gateways are stopped. */
const counts = [8, 4, 2, 1];

const plant = async (mongo: Mongo) => {
  const { collections } = mongo;
  await plantNetwork(mongo, machines, containers);
  const planted = await collections.machines.find().limit(100).toArray();
  const user = aUser();
  await collections.users.insertOne(user);
  await collections.orders.insertMany(planted.map((machine) => anOrder(user, machine)));
};

/** Makes `changes` changes a second, one after another, without waiting for their events. */
const change = async (once: (nth: number) => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  const going: Promise<unknown>[] = [];
  for (let nth = 0; nth < changes * seconds; nth += 1) {
    const due = began + (nth * 1_000) / changes;
    if (due > performance.now()) await pause(due - performance.now());
    going.push(once(nth));
  }
  await Promise.all(going);
};

runBench(() =>
  withInstallation(
    { machines: 1, gateways: Array.from({ length: 8 }, () => ({})), workers: [], plant },
    say,
    async (it) => {
      const { orders, containers: stored } = it.mongo.collections;
      const orderIds = await orders.distinct("_id");
      const cans = await stored
        .find({ product: { $ne: null } })
        .project({ isEmpty: 1 })
        .toArray();
      const kinds = {
        nothing: () => pause(seconds * 1_000),
        orders: () => change((nth) => orders.updateOne({ _id: orderIds[nth % orderIds.length] }, { $inc: { rev: 1 } })),
        // A can of another machine each time.
        containers: () =>
          change((nth) =>
            stored.updateOne({ _id: cans[(nth * 7919) % cans.length]?._id }, [
              { $set: { isEmpty: { $not: "$isEmpty" } } },
            ]),
          ),
      };
      const servers = [it.servers.pids.mongo ?? 0, it.servers.pids.redis ?? 0];
      const rows: (string | number)[][] = [];
      const running = [...it.gateways];
      /** Processor time in each second in which nothing changes: of both servers, and of one gateway. */
      let idle = [0, 0, 0];
      await pause(10_000);
      for (const count of counts) {
        for (const gateway of running.splice(count)) await gateway.stop();
        for (const [kind, work] of Object.entries(kinds)) {
          const pids = [...servers, ...running.map(({ pid }) => pid())];
          const before = pids.map(processorSeconds);
          const began = performance.now();
          await work();
          const took = (performance.now() - began) / 1_000;
          const [mongo = 0, redis = 0, ...gateways] = pids.map((pid, at) => processorSeconds(pid) - (before[at] ?? 0));
          const used = [mongo, redis, gateways.reduce((sum, one) => sum + one, 0) / gateways.length];
          const isIdle = kind === "nothing";
          if (isIdle) idle = used.map((one) => one / took);
          const ofOne = used.map((one, at) => ((one - (idle[at] ?? 0) * took) * 1e6) / (changes * seconds));
          const cells = isIdle
            ? idle.map((one) => `${(one * 1_000).toFixed(0)} ms/s`)
            : ofOne.map((one) => `${one.toFixed(0)} µs`);
          rows.push([count, kind, `${took.toFixed(0)} s`, ...cells]);
        }
      }
      say("\nProcessor time of one change, beside that of the seconds in which nothing changes:");
      table(["gateways", "what changes", "took", "MongoDB", "Redis", "each gateway"], rows);
    },
  ),
);
