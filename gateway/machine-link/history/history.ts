import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import { type LiveMessage, telemetryOf } from "#shared/events/machine-topics.ts";
import type { HistoryDocument, LiveHistoryDocument } from "#shared/machines/histories.document.server.ts";
import type { Telemetry } from "#shared/machines/telemetry.schema.ts";
import { isWithin } from "#shared/runtime/clock.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import { readUnitRecords } from "./unit-records.ts";

type Parts = Pick<GatewayParts, "mongo" | "log" | "limits">;
type Bare<D> = Omit<D, "meta">;
/** A version that the unit has not said over this connection is taken from its record. */
type BareLive = Omit<Bare<LiveHistoryDocument>, "version"> & { version: string | null };

interface Seen {
  lastSeen: Date;
  /** Only a heartbeat says them. */
  said?: { strength: number | null; telemetry: Telemetry; clockOffsetSeconds: number };
}

interface PingAnswer {
  /** As the unit's last heartbeat said; empty where it has said none over this connection. */
  telemetry: Telemetry;
  roundTripMs: number | null;
  /** The unit's own time. */
  at: string;
}

/** The strength and the version stand beside the rest, as in all older rows. */
const kept = (telemetry: Telemetry) => ({
  telemetry,
  strength: telemetry.strength ?? null,
  version: telemetry.firmware ?? null,
});

const liveWindowMs = 1_000;
/** While MongoDB is away the newest rows of a unit beyond this many are not kept. */
const rowsPerUnit = 2_000;

/** Rows name the machine of each unit at this moment. */
const withUnits = async <R, D>(
  collections: Mongo["collections"],
  batch: Map<string, R[]>,
  row: (bare: R, meta: HistoryDocument["meta"], version: string) => D,
): Promise<D[]> => {
  const records = await readUnitRecords(collections, [...batch.keys()]);
  return [...batch].flatMap(([unit, rows]) => {
    const { machine = null, version = "" } = records.get(unit) ?? {};
    return rows.map((bare) => row(bare, { unit, machine }, version));
  });
};
const added =
  <R>(rows: R[]) =>
  (before: R[] | undefined): R[] =>
    [...(before ?? []), ...rows].slice(0, rowsPerUnit);

/**
 * What is kept of units beside their present state: when each was last heard, about once a minute, and the time-series of
 * heartbeats. None of it holds up a PUBACK.
 */
export const createHistory = ({ mongo, log, limits }: Parts) => {
  const { lastSeen, liveHistory } = mongo.collections;
  const storedAt = { seen: new Map<string, number>(), live: new Map<string, number>() };
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, `${what} was not stored`);

  const everyMs = { seen: limits.storeLastSeenEveryMs, live: limits.storeLiveEveryMs };
  const isDue = (what: keyof typeof storedAt, serialNumber: string, now: number): boolean => {
    const last = storedAt[what].get(serialNumber);
    if (last !== undefined && isWithin(everyMs[what], last, now)) return false;
    storedAt[what].set(serialNumber, now);
    return true;
  };
  /** What was lost is due again with the next message: two rows that stand too far apart are a silence. */
  const dueAgain = (what: keyof typeof storedAt) => (batch: Map<string, unknown>) => {
    for (const serialNumber of batch.keys()) storedAt[what].delete(serialNumber);
  };

  const seen = createWriteBuffer<Seen>({
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
    onLost: dueAgain("seen"),
  });
  const live = createWriteBuffer<BareLive[]>({
    windowMs: liveWindowMs,
    write: async (batch) => {
      const rows = await withUnits(mongo.collections, batch, (bare, meta, version) => ({
        ...bare,
        version: bare.version ?? version,
        meta,
      }));
      await liveHistory.insertMany(rows, { ordered: false });
    },
    onFailure: failed("the history of heartbeats"),
    onLost: dueAgain("live"),
  });
  const note = (serialNumber: string, now: number, said?: Seen["said"]) =>
    seen.put(serialNumber, (before) => ({ ...before, lastSeen: new Date(now), ...(said ? { said } : {}) }));

  return {
    /** A unit was heard. */
    heard: (serialNumber: string, now: number): void => {
      if (isDue("seen", serialNumber, now)) note(serialNumber, now);
    },
    heartbeat: (serialNumber: string, message: LiveMessage, now: number): void => {
      const { uptime } = message;
      const unitTime = new Date(message.at);
      const telemetry = telemetryOf(message);
      const isRow = isDue("live", serialNumber, now);
      // The state that the message reported is kept with each row, even if other messages showed the unit alive a
      // moment ago.
      if (isRow) storedAt.seen.delete(serialNumber);
      if (isDue("seen", serialNumber, now))
        note(serialNumber, now, {
          strength: telemetry.strength ?? null,
          telemetry,
          clockOffsetSeconds: Math.round((unitTime.getTime() - now) / 1_000),
        });
      if (!isRow) return;
      live.put(
        serialNumber,
        added<BareLive>([{ kind: "live", receivedAt: new Date(now), uptime, at: unitTime, ...kept(telemetry) }]),
      );
    },
    pingAnswer: (serialNumber: string, { telemetry, roundTripMs, at }: PingAnswer, now: number): void => {
      const row = { uptime: null, roundTripMs, receivedAt: new Date(now), at: new Date(at), ...kept(telemetry) };
      live.put(serialNumber, added<BareLive>([{ kind: "ping", ...row }]));
    },
    flush: async (): Promise<void> => {
      await Promise.all([seen.flush(), live.flush()]);
    },
  };
};
export type History = ReturnType<typeof createHistory>;
