import { offlineText } from "#shared/control-units/control-unit.rules.ts";
import { jobs } from "#shared/jobs/catalogue.ts";
import { customersLine } from "../../simulator/customers/customers.ts";
import { demoFaults } from "../../simulator/demo-fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { openRedisPair, type RedisPair } from "../../testing/redis-pair.ts";
import { atLeast, atMost, exactly, type Fault, type Figure } from "./fault.ts";
import { watchPresence } from "./presence-watch.ts";
import { reconcile, stockDrifts } from "./taken/judge-takes.ts";
import { type NetworkHouse, openNetworkHouse } from "./taken/network-house.ts";
import { startTraffic, untilAllClosed } from "./taken/network-traffic.ts";

const defaultMinutes = 20;
const machines = 24;
const lookEveryMs = 2_000;
const settledMs = 40_000;
/** A part that fell silent or refuses is known by then. */
const knownWithinMs = 5_000;
const linesAMinute = 20;
const minuteMs = 60_000;

interface Turn {
  name: string;
  /** Resolves when Redis takes writes again. */
  play(redis: RedisPair): Promise<unknown>;
  /** It answers, and takes no writes. */
  refuses?: true;
}
const turns: readonly Turn[] = [
  { name: "failed over", play: (redis) => redis.failOver() },
  {
    name: "full",
    // Links and presence would be lost after 75 s.
    play: async (redis) => {
      await redis.limitMemory(1);
      await pause(100_000);
      await redis.limitMemory(0);
    },
    refuses: true,
  },
  { name: "emptied", play: (redis) => redis.empty() },
  {
    name: "killed",
    play: async (redis) => {
      await redis.kill();
      await pause(20_000);
      await redis.start();
    },
  },
];

/** Those that lie in the minute that holds most of them. */
const fullestMinute = <L extends { at: number }>(lines: readonly L[]): L[] => {
  let first = 0;
  let most: L[] = [];
  for (const [last, { at }] of lines.entries()) {
    while ((lines[first]?.at ?? at) <= at - minuteMs) first += 1;
    if (last - first + 1 > most.length) most = lines.slice(first, last + 1);
  }
  return most;
};

/** When Redis took no writes. */
const createTroubles = () => {
  const past: { from: number; until: number }[] = [];
  let began: Turn | null = null;
  let from = 0;
  return {
    current: (): Turn | null => (began && Date.now() - from > knownWithinMs ? began : null),
    during: async (turn: Turn, work: () => Promise<unknown>): Promise<void> => {
      from = Date.now();
      began = turn;
      await work();
      past.push({ from, until: Date.now() });
      began = null;
    },
    /** Milliseconds of trouble since then. */
    since: (moment: number): number =>
      [...past, ...(began ? [{ from, until: Date.now() }] : [])].reduce(
        (sum, one) => sum + Math.max(0, one.until - Math.max(one.from, moment)),
        0,
      ),
  };
};

/** Looks at what must hold all along, each two seconds, until `stop`. */
const watch = ({ mongo, url }: NetworkHouse, troubles: ReturnType<typeof createTroubles>) => {
  const late = new Map<string, number>();
  let readyWhileRefused = 0;
  const began = Date.now();
  const look = async (): Promise<void> => {
    const before = troubles.current();
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(6_000) }).catch(() => null);
    if (before?.refuses && troubles.current() === before && answer?.ok) readyWhileRefused += 1;
    for (const { name, lastDoneAt } of await mongo.collections.jobs.find().toArray()) {
      const { schedule } = (jobs as Partial<Record<string, (typeof jobs)[keyof typeof jobs]>>)[name] ?? {};
      if (schedule?.kind !== "every") continue;
      const last = lastDoneAt?.getTime() ?? began;
      const ms = Date.now() - last - troubles.since(last) - schedule.seconds * 1_000;
      late.set(name, Math.max(late.get(name) ?? 0, ms / 1_000));
    }
  };
  let looking = true;
  const done = (async () => {
    while (looking) {
      await look().catch(() => undefined);
      await pause(lookEveryMs);
    }
  })();
  return {
    stop: async () => {
      looking = false;
      await done;
      return { late, readyWhileRefused };
    },
  };
};

export const fault: Fault = {
  promise:
    "Redis fails over, is full, emptied and killed in turns: no false offline, no job missed, at most 20 lines a minute and process",
  run: async (say, size = defaultMinutes) => {
    const seed = Number(process.env.SEED ?? 3);
    const wanted = process.env.TURNS?.split(",");
    const played = turns.filter(({ name }) => wanted?.includes(name) ?? true);
    say(`seed ${seed}, ${size} minutes, ${machines} machines, ${played.map(({ name }) => name).join(", ")}`);
    const redis = await openRedisPair();
    const faults = { ...demoFaults, dropouts: 0 };
    const house = await openNetworkHouse({ machines, seed, faults, redisUrl: redis.url }, say).catch(async (error) => {
      await redis.stop();
      throw error;
    });
    const figures: Figure[] = [];
    const presence = watchPresence(house);
    try {
      const { mongo, url, rooms } = house;
      const troubles = createTroubles();
      const traffic = await startTraffic(house, seed);
      const watching = watch(house, troubles);
      await pause(settledMs);
      for (const end = Date.now() + size * minuteMs - settledMs; Date.now() < end; ) {
        for (const turn of played) {
          if (Date.now() >= end) break;
          await troubles.during(turn, () => turn.play(redis));
          const until = Date.now() + settledMs;
          while (Date.now() < until) await pause(lookEveryMs);
          const { page, answers } = presence.seen();
          const lines = [rooms.gateway, rooms.worker].map((room) => fullestMinute(room.said()).length).join(" and ");
          say(
            `${turn.name}: falsely offline so far on the page ${page}, in answers ${answers}; most lines in a minute ${lines}`,
          );
          say(customersLine(traffic.summary()).trim());
        }
      }
      await traffic.stop();
      const moving = await untilAllClosed(house);
      const { late, readyWhileRefused } = await watching.stop();
      const ready = (await fetch(`${url}/readyz`)).ok;
      const seen = presence.seen();
      say(`${seen.looks} looks, ${seen.unanswered} answers of the live status missing`);
      const { sessions, canTransactions } = mongo.collections;
      const refused = await sessions.countDocuments({ reason: offlineText });
      const offline = await canTransactions.countDocuments({ vendingMachineMessage: "OFFLINE" });
      const drifts = await reconcile(house.operator);
      const stock = await stockDrifts(mongo, redis.url);
      for (const line of [...drifts, ...stock, ...house.errors()].slice(0, 20)) say(line.slice(0, 400));
      figures.push(
        atLeast("cans that were taken", traffic.summary().taken, 1),
        exactly("looks at which the open page called a connected machine offline", seen.page, 0),
        exactly("answers that did", seen.answers, 0),
        exactly("commands that were refused as offline", refused + offline, 0),
        exactly("looks that found /readyz green while Redis refused writes", readyWhileRefused, 0),
        exactly("/readyz at the end (1 is ready)", Number(ready), 1),
        exactly("doors that may still move", moving, 0),
        exactly("accounts that are not what their rows add up to", drifts.length, 0),
        exactly("machines whose stock in Redis is another", stock.length, 0),
      );
      for (const [job, seconds] of late)
        figures.push(atMost(`${job}: late beyond its period and outages`, seconds, 60, "s"));
      for (const [name, room] of Object.entries(rooms)) {
        const most = fullestMinute(room.said());
        if (most.length > linesAMinute) for (const { line } of most.slice(0, 60)) say(line.slice(0, 250));
        figures.push(atMost(`${name}: lines in one minute`, most.length, linesAMinute, "lines"));
      }
    } finally {
      presence.stop();
      await house.stop();
      await redis.stop();
    }
    return figures;
  },
};
