import { ObjectId } from "mongodb";
import type { AlarmDocument, AlarmWatchDocument } from "#shared/alarms/alarm.document.server.ts";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import { type Lease, LeaseLost, takeLease } from "#shared/runtime/lease.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import type { WorkerParts } from "../parts.ts";
import { createSweep } from "../sweep.ts";
import { createAlarmWrites } from "./alarm-writes.ts";
import { createAnnouncer } from "./announce.ts";
import { createFinders } from "./finders.ts";
import { type Finder, pauseMs } from "./finding.ts";
import { createNetworkReader, type Network } from "./network.ts";
import { type QuietOf, quietNow, readUnderWork } from "./under-work.ts";

type Parts = Pick<WorkerParts, "mongo" | "redis" | "databaseClock" | "log"> & {
  presence: PresenceReader;
  queues: Pick<Queues, "counts" | "oldestWaiting">;
  timeZone: string;
};

/** If the worker that evaluates dies, another takes over after this. */
const leaseMs = 5_000;
/** The workers look so often; each finder at its own pace. */
const lookEveryMs = 2_000;

interface Looked {
  now: number;
  steadySince: number;
  foundAt: number;
  open: readonly AlarmDocument[];
  network: () => Promise<Network>;
  quietOf: QuietOf;
}

/**
 * Keeps the alarms true to what is stored: each sweep one worker finds what is wrong, and raises, changes and clears
 * what differs. Nothing is remembered in between, so a worker that is killed misses nothing; every write is guarded by
 * what was read, so nothing is raised twice.
 */
export const createAlarms = (parts: Parts, finders: readonly Finder[] = createFinders(parts)) => {
  const { mongo, databaseClock, log } = parts;
  const { alarms, alarmWatch } = mongo.collections;
  const readNetwork = createNetworkReader(parts);
  const writes = createAlarmWrites(mongo);
  const announcer = createAnnouncer(parts);
  let isKnown = false;

  const begin = async (now: number): Promise<void> => {
    if (isKnown) return;
    const watch = { _id: "alarms" as const, lookedAt: null, steadySince: new Date(now), found: {} };
    await alarmWatch.insertOne({ ...watch, holder: null, heldUntil: null }).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
    isKnown = true;
  };

  const time = async () => databaseClock?.now() ?? (await mongo.serverTime());

  /**
   * After a pause of all workers, and where MongoDB's clock was set back, what is silent may only not have been heard: it
   * is steady from now on.
   */
  const steadySinceOf = ({ lookedAt, steadySince }: AlarmWatchDocument, now: number): number =>
    lookedAt && Math.abs(now - lookedAt.getTime()) > pauseMs ? now : steadySince.getTime();

  const look = async (watch: AlarmWatchDocument, lease: Lease<AlarmWatchDocument>, now: number) => {
    const steadySince = steadySinceOf(watch, now);
    const found = { ...watch.found };
    const readOpen = () => alarms.find({ state: "open" }, { hint: "open" }).toArray();
    const open = await readOpen();
    const quietOf = await readUnderWork(mongo, now);
    // Before an alarm is announced because work has ended, its finder looks again: whoever works ends the work once all
    // is well again.
    const endsQuiet = (alarm: AlarmDocument) => alarm.quietUntil !== null && quietNow(quietOf, alarm) === null;
    const soon = new Set(open.filter(endsQuiet).map(({ kind }) => kind));
    const isDue = ({ name, everyMs }: Finder) => {
      const since = now - (found[name]?.getTime() ?? 0);
      return since >= everyMs || since < 0;
    };
    const due = finders.filter((finder) => isDue(finder) || finder.kinds.some((kind) => soon.has(kind)));
    const failures: unknown[] = [];
    let read: Promise<Network> | undefined;
    const network = () => {
      read ??= readNetwork(now);
      return read;
    };
    for (const finder of due) {
      lease.check();
      try {
        const foundAt = found[finder.name]?.getTime() ?? now;
        await evaluate(finder, { now, steadySince, foundAt, open, network, quietOf }, lease.check);
        found[finder.name] = new Date(now);
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        failures.push(error);
      }
    }
    const present = soon.size > 0 ? await readOpen() : open;
    await writes.quieten(present, now, quietOf);
    await writes.remind(present, now);
    await announcer.passOn(present, now);
    await lease.write({ $set: { found, lookedAt: new Date(now), steadySince: new Date(steadySince) } });
    return failures;
  };

  /** Findings from before a pause of this process may be over: another worker has looked since. */
  const evaluate = async (
    finder: Finder,
    { open, quietOf, ...looked }: Looked,
    checkLease: () => void,
  ): Promise<void> => {
    const own = open.filter(({ kind }) => finder.kinds.includes(kind));
    const findings = await finder.find({ ...looked, open: own });
    checkLease();
    await writes.apply(own, findings, looked.now, quietOf);
  };

  const run = async (): Promise<unknown[]> => {
    const begun = await time();
    await begin(begun);
    const isDue = [
      { lookedAt: null },
      { lookedAt: { $lte: new Date(begun - lookEveryMs) } },
      // MongoDB's clock was set back: nobody would look until it has caught up.
      { lookedAt: { $gt: new Date(begun + pauseMs) } },
    ];
    const where = { _id: "alarms" as const, $or: isDue };
    const taken = await takeLease({ collection: alarmWatch, where, holder: new ObjectId(), leaseMs });
    if (!taken) return [];
    try {
      // This process may have stood still in between, and another have looked.
      const now = await time();
      const failures = await look(taken.document, taken.lease, now);
      await announcer.announce(now);
      return failures;
    } catch (error) {
      // Another worker goes on.
      if (error instanceof LeaseLost) return [];
      throw error;
    } finally {
      await taken.lease.giveBack();
    }
  };

  return createSweep(log, { failing: "alarms could not be evaluated", again: "alarms are evaluated again" }, run);
};
