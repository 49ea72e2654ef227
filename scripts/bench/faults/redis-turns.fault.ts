import { offlineText } from "#shared/control-units/control-unit.rules.ts";
import { jobs } from "#shared/jobs/catalogue.ts";
import { openNoticing } from "../../cluster/noticed.ts";
import { demoFaults } from "../../simulator/demo-fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { openRedisPair, type RedisPair } from "../../testing/redis-pair.ts";
import { atLeast, atMost, exactly } from "../command-line.ts";
import { type Network, openNetwork } from "./network.ts";
import type { Fault } from "./run.ts";

const settledMs = 40_000;
/** A part that fell silent or refuses is known by then. */
const knownWithinMs = 5_000;
const minuteMs = 60_000;
const oldCopyMs = 85_000;

/** Each resolves when Redis takes writes again. */
const turns: Record<string, (redis: RedisPair) => Promise<unknown>> = {
  "failed over": (redis) => redis.failOver(),
  full: async (redis) => {
    await redis.limitMemory(1);
    // Links and presence would be lost after 75 s.
    await pause(100_000);
    await redis.limitMemory(0);
  },
  emptied: (redis) => redis.empty(),
  "put back": async (redis) => {
    await redis.keepCopy();
    // Links in the copy have ended by then, and every unit in it is silent.
    await pause(oldCopyMs);
    await redis.putBack();
  },
  killed: async (redis) => {
    await redis.kill();
    await pause(20_000);
    await redis.start();
  },
};

/** The most lines that lie within one minute. */
const mostInAMinute = (lines: readonly { at: number }[]): number => {
  let first = 0;
  return lines.reduce((most, { at }, last) => {
    while ((lines[first]?.at ?? at) <= at - minuteMs) first += 1;
    return Math.max(most, last - first + 1);
  }, 0);
};

/** How late each job was, beyond its period and the troubles, in seconds, and how often a Redis that refuses was ready. */
const watchJobs = ({ mongo, isReady }: Network, troubles: { name: string; from: number; until: number }[]) => {
  const found = { late: {} as Record<string, number>, readyWhileRefused: 0 };
  const began = Date.now();
  const look = async (): Promise<void> => {
    const trouble = troubles.at(-1);
    const isRefusing = () =>
      trouble?.name === "full" && Date.now() < trouble.until && Date.now() - trouble.from > knownWithinMs;
    const before = isRefusing();
    if ((await isReady()) && before && isRefusing()) found.readyWhileRefused += 1;
    for (const { name, lastDoneAt } of await mongo.collections.jobs.find().toArray()) {
      const { schedule } = (jobs as Partial<Record<string, (typeof jobs)[keyof typeof jobs]>>)[name] ?? {};
      if (schedule?.kind !== "every") continue;
      const last = lastDoneAt?.getTime() ?? began;
      const outages = troubles.map(({ from, until }) => Math.min(until, Date.now()) - Math.max(from, last));
      const outage = outages.reduce((sum, ms) => sum + Math.max(0, ms), 0);
      const seconds = (Date.now() - last - outage) / 1_000 - schedule.seconds;
      found.late[name] = Math.max(found.late[name] ?? 0, seconds);
    }
  };
  const looking = setInterval(() => void look().catch(() => undefined), 2_000);
  return { found, stop: () => clearInterval(looking) };
};

export const fault: Fault = {
  promise:
    "Redis fails over, is full, emptied, put back to a copy and killed in turns: no false offline, no job missed, at most 20 lines a minute and process",
  run: async (say, minutes = 20) => {
    const played = process.env.TURNS?.split(",") ?? Object.keys(turns);
    const seed = Number(process.env.SEED ?? 3);
    say(`seed ${seed}, ${minutes} minutes, ${played.join(", ")}`);
    const redis = await openRedisPair();
    const faults = { ...demoFaults, dropouts: 0 };
    const network = await openNetwork({ seed, faults, redisUrl: redis.url }, say).catch(async (error) => {
      await redis.stop();
      throw error;
    });
    const { fleet, url, token } = network;
    await fleet.start();
    const isConnected = (serialNumber: string) =>
      fleet.machines.some((one) => one.serialNumber === serialNumber && one.state() === "connected");
    const noticing = await openNoticing(url, token, isConnected);
    const troubles: { name: string; from: number; until: number }[] = [];
    const watching = watchJobs(network, troubles);
    try {
      const { people, processes, mongo } = network;
      people.start();
      await pause(settledMs);
      for (const end = Date.now() + minutes * minuteMs - settledMs; Date.now() < end; )
        for (const name of played) {
          if (Date.now() >= end) break;
          const trouble = { name, from: Date.now(), until: Number.POSITIVE_INFINITY };
          troubles.push(trouble);
          await turns[name]?.(redis);
          trouble.until = Date.now();
          await pause(settledMs);
          const lines = processes.map((one) => mostInAMinute(one.said())).join(" and ");
          say(
            `${name}: falsely offline ${noticing.read().falselyOffline} times so far; most lines in a minute ${lines}`,
          );
        }
      watching.stop();
      const figures = await network.judge();
      const refused = await mongo.collections.sessions.countDocuments({ reason: offlineText });
      const offline = await mongo.collections.canTransactions.countDocuments({ vendingMachineMessage: "OFFLINE" });
      const { late, readyWhileRefused } = watching.found;
      const { looks, falselyOffline } = noticing.read();
      return [
        ...figures,
        atLeast("cans that were taken", people.summary().taken, 1),
        exactly(`of ${looks} looks, those at which a connected machine was called offline`, falselyOffline, 0),
        exactly("commands that were refused as offline", refused + offline, 0),
        exactly("looks that found /readyz green while Redis refused writes", readyWhileRefused, 0),
        exactly("/readyz at the end (1 is ready)", Number(await network.isReady()), 1),
        ...Object.entries(late).map(([job, s]) => atMost(`${job}: late beyond its period and outages`, s, 60, "s")),
        ...processes.map((one) => atMost(`${one.name}: lines in one minute`, mostInAMinute(one.said()), 20)),
      ];
    } finally {
      watching.stop();
      await noticing.stop();
      await network.stop();
      await redis.stop();
    }
  },
};
