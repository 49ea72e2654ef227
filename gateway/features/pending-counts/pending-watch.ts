import type { ClusterTime } from "#shared/http/fields.ts";
import { within } from "#shared/http/within.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import type { Audience, ChangeFeed, GatewayParts } from "../../parts.ts";
import { listenToHeartbeats } from "../../records/heartbeats.ts";
import type { Known } from "../../records/known.ts";
import { countStatuses } from "../../records/many-machines.ts";
import { countsOf, createMachineStates, type MachineCounts, movesSpeaker } from "./machine-states.ts";
import { type CountedPart, countedParts, createPendingCounts } from "./pending-counts.ts";

type Parts = Pick<GatewayParts, "mongo" | "bus" | "clock" | "limits" | "log"> &
  Pick<Known, "knownMachines" | "manyMachines"> & {
    feed: ChangeFeed;
    presence: PresenceReader;
    audience: Pick<Audience, "present" | "emit">;
  };
type Counts = Record<CountedPart, number>;

/** How many machines are in which state: of a large network from memory, else by what was read and heard since. */
const followMachines = (
  { clock, limits, knownMachines, manyMachines }: Parts,
  counts: ReturnType<typeof createPendingCounts>,
) => {
  const states = createMachineStates(limits.silentAfterSeconds);
  let isMany = false;
  let returns = 0;
  return {
    hear: (presences: readonly Presence[], now: number): boolean => !isMany && states.hear(presences, now),
    /** `isOld`: what was read is. `turned`: one came or went since the last count, be it back. */
    count: async (isOld: boolean): Promise<MachineCounts & { turned: boolean }> => {
      const many = await manyMachines();
      if (!many) {
        if (isOld || isMany) states.know(await counts.readMachines());
        isMany = false;
        return { ...states.count(clock.now()), turned: false };
      }
      const before = returns;
      returns = knownMachines.returns();
      isMany = true;
      const found = countStatuses(many, clock.now(), limits.silentAfterSeconds);
      return { ...countsOf(found), turned: returns !== before };
    },
  };
};

/** Which counts changes have made old since they were taken. */
const followOld = async (
  { bus, clock, feed, limits: { redisMs } }: Pick<Parts, "bus" | "clock" | "feed" | "limits">,
  counts: ReturnType<typeof createPendingCounts>,
  /** Whether a machine came or went by these heartbeats. */
  hear: ReturnType<typeof createMachineStates>["hear"],
) => {
  const old = new Set<CountedPart>();
  let areMachinesOld = true;
  let turned = false;
  const machinesAreOld = () => {
    areMachinesOld = true;
  };
  const partsAreOld = () => {
    for (const name of countedParts) old.add(name);
  };
  for (const name of countedParts) {
    for (const collection of counts.collectionsOf(name)) feed.on(collection, () => void old.add(name));
  }
  feed.on("machines", machinesAreOld);
  feed.on("units", (change) => {
    if (movesSpeaker(change)) machinesAreOld();
  });
  feed.onGap(() => {
    partsAreOld();
    machinesAreOld();
  });
  const heartbeats = listenToHeartbeats({ bus, clock }, (presences) => {
    if (hear(presences, clock.now())) turned = true;
  });
  let isHearing = false;
  await bus.on("presence.reload", machinesAreOld);
  bus.onAgain(machinesAreOld);

  return {
    partsAreOld,
    machinesAreOld,
    /** Hears heartbeats while somebody looks at the counts; what was not heard is read. */
    hear: async (isWanted: boolean): Promise<void> => {
      if (isWanted === isHearing) return;
      isHearing = isWanted;
      if (!isWanted) return heartbeats.release();
      const stands = heartbeats.take();
      await within(redisMs, "Redis", stands).catch(() => void stands.then(machinesAreOld, () => undefined));
      machinesAreOld();
    },
    take: () => {
      const taken = { parts: [...old], machines: areMachinesOld };
      old.clear();
      areMachinesOld = false;
      return taken;
    },
    /** What was taken could not be counted. */
    putBack: (names: readonly CountedPart[], wereMachinesOld: boolean) => {
      for (const name of names) old.add(name);
      areMachinesOld ||= wereMachinesOld;
    },
    /** Whether a machine came or went since, as its heartbeats say. */
    takeTurned: () => {
      const has = turned;
      turned = false;
      return has;
    },
  };
};

/**
 * Publishes the pending counts to this gateway's sockets, as soon as they change and at most once a second: what
 * changed is counted anew, and nothing while nobody listens. What comes to be by the clock alone (a can that is not
 * opened in time) is found by counting all of it every half minute. A count is published even where it is unchanged: a
 * page may have loaded what stood between two of them.
 */
export const startPendingWatch = async (parts: Parts) => {
  const { mongo, clock, limits, log, audience } = parts;
  const counts = createPendingCounts(parts);
  const machines = followMachines(parts, counts);
  const counted: Counts = {
    waitingUnits: 0,
    failedVends: 0,
    paymentsToCheck: 0,
    drifts: 0,
    accountDeletions: 0,
    alarms: 0,
  };
  const old = await followOld(parts, counts, machines.hear);
  let published: MachineCounts | null = null;
  let asOf: ClusterTime = "0000000000000000";
  let countAllAt = 0;

  const countAnew = async (anew: readonly CountedPart[]): Promise<void> => {
    if (anew.length === 0) return;
    const read = await mongo.readAsOf((session) => counts.count(session, anew));
    Object.assign(counted, read.found);
    asOf = read.asOf;
  };

  const look = async (): Promise<void> => {
    const isWatched = audience.present(["attention"]).length > 0;
    await old.hear(isWatched);
    if (!isWatched) {
      countAllAt = 0;
      return;
    }
    if (performance.now() >= countAllAt) {
      old.partsAreOld();
      old.machinesAreOld();
      countAllAt = performance.now() + limits.attention.countAllEveryMs;
    }
    const { parts: anew, machines: rereads } = old.take();
    const countedAt = clock.now();
    const count = async () => {
      try {
        await countAnew(anew);
        return await machines.count(rereads);
      } catch (error) {
        old.putBack(anew, rereads);
        throw error;
      }
    };
    const { turned: returned, ...now } = await count();
    const isSame =
      published?.online === now.online &&
      published.offline === now.offline &&
      published.unavailable === now.unavailable;
    const turned = old.takeTurned() || returned;
    if (anew.length === 0 && !rereads && !turned && isSame) return;
    published = now;
    const view: PendingCounts = { countedAt, ...now, ...counted };
    audience.emit(["attention"], "attention.changed", { t: asOf, view });
  };

  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= look()
      .catch((error: unknown) => log.debug({ err: error }, "what waits could not be counted, it is tried again"))
      .finally(() => {
        working = null;
      });
  }, limits.attention.lookEveryMs);

  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await working;
    },
  };
};
