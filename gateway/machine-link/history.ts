import type { LiveMessage, LocksMessage } from "#shared/events/machine-topics.ts";
import type { LiveHistoryDocument, LockHistoryDocument } from "#shared/runtime/documents.ts";
import type { GatewayParts } from "../parts.ts";
import type { LockChange } from "./doors.ts";
import { createGatherer } from "./gatherer.ts";

type Parts = Pick<GatewayParts, "mongo" | "log" | "limits">;
type Bare<D> = Omit<D, "meta">;

interface Seen {
  lastSeen: Date;
  /** Only a heartbeat says them. */
  said?: { strength: number | null; clockOffsetSeconds: number };
}

const liveWindowMs = 1_000;
const lockWindowMs = 20;
/** While MongoDB is away the newest rows of a unit beyond this many are not kept. */
const rowsPerUnit = 2_000;

/**
 * What is kept of units beside their present state: when each was last heard, once a minute, and the time-series of
 * heartbeats and lock changes. None of it holds up a PUBACK.
 */
export const createHistory = ({ mongo, log, limits }: Parts) => {
  const { lastSeen, liveHistory, lockHistory, units } = mongo.collections;
  const storedAt = { seen: new Map<string, number>(), live: new Map<string, number>() };
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, `${what} was not stored`);

  const isDue = (stored: Map<string, number>, serialNumber: string, now: number): boolean => {
    const last = stored.get(serialNumber);
    if (last !== undefined && now - last < limits.storeLastSeenEveryMs) return false;
    stored.set(serialNumber, now);
    return true;
  };

  /** Rows name the machine that each unit speaks for at this moment. */
  const withMeta = async <R>(batch: Map<string, R[]>) => {
    const found = await units
      .find({ serialNumber: { $in: [...batch.keys()] } })
      .project<{ serialNumber: string; machine: { toHexString(): string } | null }>({ serialNumber: 1, machine: 1 })
      .toArray();
    const machines = new Map(found.map(({ serialNumber, machine }) => [serialNumber, machine?.toHexString() ?? null]));
    return [...batch].flatMap(([unit, rows]) =>
      rows.map((row) => ({ ...row, meta: { unit, machine: machines.get(unit) ?? null } })),
    );
  };
  const added =
    <R>(rows: R[]) =>
    (before: R[] | undefined): R[] =>
      [...(before ?? []), ...rows].slice(0, rowsPerUnit);

  const seen = createGatherer<Seen>({
    windowMs: liveWindowMs,
    write: async (batch) => {
      const updates = [...batch].map(([_id, { lastSeen: at, said }]) => ({
        updateOne: {
          filter: { _id },
          update: {
            $max: { lastSeen: at },
            ...(said ? { $set: said } : { $setOnInsert: { strength: null, clockOffsetSeconds: null } }),
          },
          upsert: true,
        },
      }));
      await lastSeen.bulkWrite(updates, { ordered: false });
    },
    onFailure: failed("when units were last heard"),
  });
  const live = createGatherer<Bare<LiveHistoryDocument>[]>({
    windowMs: liveWindowMs,
    write: async (batch) => {
      await liveHistory.insertMany(await withMeta(batch), { ordered: false });
    },
    onFailure: failed("the history of heartbeats"),
  });
  const locks = createGatherer<Bare<LockHistoryDocument>[]>({
    windowMs: lockWindowMs,
    write: async (batch) => {
      await lockHistory.insertMany(await withMeta(batch), { ordered: false });
    },
    onFailure: failed("the history of locks"),
  });

  const note = (serialNumber: string, now: number, said?: Seen["said"]) =>
    seen.put(serialNumber, (before) => ({ ...before, lastSeen: new Date(now), ...(said ? { said } : {}) }));

  return {
    /** A unit was heard. */
    heard: (serialNumber: string, now: number): void => {
      if (isDue(storedAt.seen, serialNumber, now)) note(serialNumber, now);
    },
    heartbeat: (serialNumber: string, { strength, version, uptime, at }: LiveMessage, now: number): void => {
      if (!isDue(storedAt.live, serialNumber, now)) return;
      storedAt.seen.set(serialNumber, now);
      const said = new Date(at);
      note(serialNumber, now, { strength, clockOffsetSeconds: Math.round((said.getTime() - now) / 1_000) });
      live.put(
        serialNumber,
        added<Bare<LiveHistoryDocument>>([
          { kind: "live", receivedAt: new Date(now), strength, version, uptime, at: said },
        ]),
      );
    },
    lockChanges: (serialNumber: string, changes: LockChange[], { at, boot, seq }: LocksMessage, now: number): void => {
      if (changes.length === 0) return;
      const rows = changes.map((change) => ({ ...change, receivedAt: new Date(now), at: new Date(at), boot, seq }));
      locks.put(serialNumber, added(rows));
    },
    flush: async (): Promise<void> => {
      await Promise.all([seen.flush(), live.flush(), locks.flush()]);
    },
  };
};
export type History = ReturnType<typeof createHistory>;
