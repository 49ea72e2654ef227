import { randomUUID } from "node:crypto";
import { createOneRun } from "../concurrency/single-flight.ts";
import { DomainError } from "../http/domain-error.ts";
import { within } from "../http/within.ts";
import { Telemetry } from "../machines/telemetry.schema.ts";
import type { LastSeenDocument } from "../registration/unit.document.server.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Collections } from "../runtime/collections.ts";
import { inBatches } from "../runtime/in-batches.ts";
import type { Logger } from "../runtime/logger.ts";
import type { RedisConnection } from "../runtime/redis.ts";
import { createDoubt } from "../runtime/redis-doubt.ts";
import type { PresenceKeys, RedisKeys } from "../runtime/redis-keys.ts";
import { refusalSentence } from "../runtime/redis-refusals.ts";
import { byDatabaseClock } from "./by-database-clock.ts";
import { createEmptied } from "./emptied-redis.server.ts";
import type { Presence } from "./live-status.schema.ts";
import { fixedKeys, readScript, restoreScript, sweepScript, touchScript } from "./presence-scripts.server.ts";

/** Presence as services read it: the last message of each unit that ever reported. */
export interface PresenceReader {
  /** Times are by MongoDB's clock: it shows `now`, which is that of the process where nothing else is said. */
  read(serialNumbers: string[], now?: number): Promise<Map<string, Presence>>;
}

/** A unit was heard. */
export interface Touch {
  serialNumber: string;
  /** When, by this process's clock, in milliseconds. */
  heardAt: number;
  /** Left out when the message did not say: the known one stays. */
  telemetry?: Telemetry | undefined;
  /** The unit's connection, kept alive by each message; null before it has subscribed. */
  link: string | null;
}

interface Parts {
  redis: RedisConnection;
  keys: RedisKeys;
  /** A gateway's is MongoDB's. Else it only measures how long ago something was. */
  clock: Clock;
  /** What Redis's own time is said to be, in tests that move it. */
  redisClock?: Clock | undefined;
  collections: Pick<Collections, "lastSeen">;
  log: Logger;
  silentAfterSeconds: number;
  linkSeconds?: number;
}

/** At most this many units per script and signal, so that both stay short. */
const perScript = 500;
const answerMs = 1_000;
/** After an outage of Redis the gateways first write what they received meanwhile. */
const outageMs = 5_000;
const graceMs = 2_000;

const slices = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / perScript) }, (_, i) => all.slice(i * perScript, (i + 1) * perScript));

/** What cannot be read is what nobody said. */
const Said = Telemetry.catch({});
/** Processes of an earlier version beside this one read the strength alone, and want it. */
const textOf = ({ strength = null, ...facts }: Telemetry): string => JSON.stringify({ strength, ...facts });

const presenceOf = ({ _id, lastSeen, strength, telemetry }: LastSeenDocument): Presence => ({
  serialNumber: _id,
  lastSeen: lastSeen.getTime(),
  strength,
  ...telemetry,
});

const keysOf = (of: PresenceKeys) => [of.online, of.offline, of.telemetry, of.presenceLoaded, of.strength];

/**
 * When each unit was heard (specification: Presence): two sorted sets in Redis, one of units heard lately and one of
 * silent ones, for each bucket of units, and `lastSeen` in MongoDB, from which they are put back when Redis was emptied.
 * Whether a unit is online is never stored: it follows from the time and the clock, which is Redis's own.
 */
export const createPresence = (parts: Parts) => {
  const { redis, keys, clock, redisClock, collections, log } = parts;
  const { silentAfterSeconds, linkSeconds = silentAfterSeconds } = parts;
  const silentMs = silentAfterSeconds * 1_000;
  const buckets = keys.presence.map(keysOf);
  const changed = keys.channel("presence.changed");
  const doubt = createDoubt(redis);
  const emptied = createEmptied(parts);
  /** The value of each bucket's `loaded` last time; another one means that Redis was emptied in between. */
  const known = new Map<number, string>();

  const run = (bucket: number, script: string, more: string[], args: (string | number)[]): Promise<unknown> =>
    redis.eval(script, fixedKeys + more.length, ...(buckets[bucket] ?? []), ...more, redisClock?.now() ?? "", ...args);

  const restore = async () => {
    const write = (found: LastSeenDocument[]) =>
      Promise.all(
        [...keys.byBucket(found, ({ _id }) => _id)].map(([bucket, some]) => {
          const words = some.flatMap(({ _id, lastSeen, strength, telemetry = { strength } }) => [
            ...[_id, lastSeen.getTime(), textOf(telemetry)],
          ]);
          return run(bucket, restoreScript, [], [silentMs, ...words]);
        }),
      );
    const remembered = collections.lastSeen.find().sort({ _id: 1 });
    for await (const some of inBatches<LastSeenDocument>(remembered, perScript)) await write(some);
    const mark = randomUUID();
    const marked = await Promise.all(keys.presence.map(({ presenceLoaded }) => redis.set(presenceLoaded, mark, "NX")));
    log.info("presence was put back from the database");
    // Every gateway and worker puts it back; one of them publishes it.
    if (marked.includes("OK") && (await emptied.takesReload(mark)))
      await redis.publish(keys.channel("presence.reload"), "{}");
    const loaded = await Promise.all(keys.presence.map(({ presenceLoaded }) => redis.get(presenceLoaded)));
    note(loaded.map((value, bucket) => [bucket, value ?? ""]));
  };

  /** One restore at a time in this process; what others restore at the same moment changes nothing. */
  const { run: restoreOnce } = createOneRun(restore);

  /** Each answer of Redis shows whether it was emptied. */
  const note = (answers: [bucket: number, loaded: string][]) => {
    const filled = answers.filter(([, loaded]) => loaded !== "");
    const wasEmptied = filled.some(([bucket, loaded]) => (known.get(bucket) ?? loaded) !== loaded);
    for (const [bucket, loaded] of filled) known.set(bucket, loaded);
    if (filled.length < answers.length)
      restoreOnce().catch((error: unknown) => log.warn({ err: error }, "presence could not be put back yet"));
    if (wasEmptied) emptied.announce();
  };

  const readFromRedis = async (bucket: number, units: string[], now: number | undefined): Promise<Presence[]> => {
    type Answer = [loaded: string, seen: (string | null)[], telemetry: string[], now: number];
    const readUnits = async () => (await run(bucket, readScript, [], units)) as Answer;
    let [loaded, seen, telemetry, redisNow] = await readUnits();
    if (loaded === "") {
      await restoreOnce();
      [loaded, seen, telemetry, redisNow] = await readUnits();
    }
    const found = units.flatMap((serialNumber, i) => {
      const lastSeen = seen[i];
      if (!lastSeen) return [];
      return [{ serialNumber, lastSeen: Number(lastSeen), ...Said.parse(JSON.parse(telemetry[i] ?? "{}")) }];
    });
    return byDatabaseClock(found, redisNow, now ?? clock.now());
  };

  const readFromMongo = async (units: string[]): Promise<Presence[]> =>
    (await collections.lastSeen.find({ _id: { $in: units } }).toArray()).map(presenceOf);

  let sweeping = false;
  let quietUntil = 0;
  /**
   * When the last write was sent, by our clock, and done, by Redis's. It may have waited for a Redis that stood still,
   * and then names later moments than it should: what was heard since it was sent is not older. Nodes have own clocks.
   */
  const last = buckets.map(() => ({ sentAt: Number.POSITIVE_INFINITY, doneAt: 0 }));

  const touchSome = async (bucket: number, touches: Touch[]): Promise<void> => {
    const links = touches.map(({ serialNumber }) => keys.link(serialNumber));
    const now = clock.now();
    const { sentAt, doneAt: doneBefore } = last[bucket] ?? { sentAt: Number.POSITIVE_INFINITY, doneAt: 0 };
    const words = touches.flatMap(({ serialNumber, heardAt, telemetry, link }) => [
      ...[
        serialNumber,
        Math.max(0, Math.round(now - heardAt)),
        telemetry === undefined ? "" : textOf(telemetry),
        link ?? "",
        heardAt >= sentAt ? doneBefore : 0,
      ],
    ]);
    const answer = await run(bucket, touchScript, links, [changed, linkSeconds, ...words]);
    const [loaded, , doneAt] = answer as [string, number, number];
    last[bucket] = { sentAt: now, doneAt };
    note([[bucket, loaded]]);
  };

  const sweepBucket = async (bucket: number): Promise<void> => {
    let moved = perScript;
    while (moved === perScript) {
      const [loaded, count] = (await run(bucket, sweepScript, [], [changed, silentMs, perScript])) as [string, number];
      note([[bucket, loaded]]);
      moved = count;
    }
  };

  const readBucket = async (bucket: number, serialNumbers: string[], now?: number): Promise<Presence[]> => {
    const found: Presence[] = [];
    let answers = !doubt.isIn();
    for (const units of slices(serialNumbers)) {
      const heard: Presence[] | null = answers
        ? await within(answerMs, "Redis", readFromRedis(bucket, units, now)).catch(() => null)
        : null;
      answers = heard !== null;
      found.push(...(heard ?? (await readFromMongo(units))));
    }
    return found;
  };

  const reader: PresenceReader = {
    /** While Redis is in doubt the answer comes from MongoDB, at worst a minute old. */
    read: async (serialNumbers, now) => {
      const groups = [...keys.byBucket(serialNumbers, (unit) => unit)];
      const found = (await Promise.all(groups.map(([bucket, units]) => readBucket(bucket, units, now)))).flat();
      return new Map(found.map((presence) => [presence.serialNumber, presence]));
    },
  };

  return {
    ...reader,
    /** Writes heartbeats, keeps the links alive, and publishes both in the same step. */
    touch: async (batch: Touch[]): Promise<void> => {
      const groups = [...keys.byBucket(batch, ({ serialNumber }) => serialNumber)];
      await Promise.all(
        groups.map(async ([bucket, touches]) => {
          for (const some of slices(touches)) await touchSome(bucket, some);
        }),
      );
    },
    /**
     * Moves units that fell silent and publishes it in the same step: every process sweeps each second, exactly one
     * announces. Does nothing while an earlier sweep of this process still waits, and calls no unit silent whose
     * message Redis may not have taken. Rejects while it takes none.
     */
    sweep: async (): Promise<void> => {
      const refusal = redis.refusal();
      if (refusal) throw new DomainError("unavailable", refusalSentence(refusal));
      if (sweeping || performance.now() < quietUntil || doubt.isIn()) return;
      sweeping = true;
      const began = performance.now();
      try {
        await Promise.all(buckets.map((_, bucket) => sweepBucket(bucket)));
      } catch (error) {
        quietUntil = performance.now() + graceMs;
        throw error;
      } finally {
        sweeping = false;
        if (performance.now() - began > outageMs) quietUntil = performance.now() + graceMs;
      }
    },
    /** The units heard lately by MongoDB, in groups, where Redis is in doubt; else none. */
    remembered: async (): Promise<Presence[][]> => {
      if (!doubt.isIn()) return [];
      const found = await collections.lastSeen.find().sort({ _id: 1 }).toArray();
      return slices(found.map(presenceOf).filter(({ lastSeen }) => clock.now() - lastSeen <= silentMs));
    },
    /** Redis was emptied and is filled again: gateways with units write what only they know. */
    onEmptied: emptied.on,
  };
};
export type PresenceStore = ReturnType<typeof createPresence>;
