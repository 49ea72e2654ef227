import type { ProblemMessage } from "../events/machine-topics.ts";
import { collection, type Index } from "../runtime/collection.ts";
import type { Telemetry } from "./telemetry.schema.ts";

/** Time-series, kept for a time (`retention.ts`); `meta` names machine and unit only. */
export interface HistoryDocument {
  receivedAt: Date;
  meta: { unit: string; machine: string | null };
}

/** Live updates, one a minute, and the answers to pings. */
export interface LiveHistoryDocument extends HistoryDocument {
  /** Missing in what was stored before pings were kept: a live update. */
  kind?: "live" | "ping";
  strength: number | null;
  /** Missing in what was stored before it was kept. */
  telemetry?: Telemetry;
  version: string;
  uptime: number | null;
  /** For a ping: from the command's way out to its answer. */
  roundTripMs?: number | null;
  at: Date;
}

export interface ConnectionHistoryDocument extends HistoryDocument {
  event: "connected" | "disconnected" | "problem";
  /** For a disconnect and a dropped message: the reason of the machine protocol's table, or 'left'. */
  why: string | null;
  /** Only of a message that was dropped. */
  problem?: Omit<ProblemMessage, "reason">;
  connection: string;
  gateway: string;
}

export interface LockHistoryDocument extends HistoryDocument {
  channel: number;
  isLocked: boolean;
  at: Date;
  boot: string;
  seq: number;
  /** Changes of this lock between its row before and this one, which are counted alone; missing is 0. */
  unlisted?: number;
}

/** A machine's rows in their order: an index of the buckets, which a time-series keeps beside its rows. */
const ofMachine: Index = { name: "machine", key: { "meta.machine": 1, receivedAt: 1 } };

const timeSeries = { kept: "history" } as const;

export const histories = {
  liveHistory: collection<LiveHistoryDocument>({ timeSeries, indexes: [ofMachine] }),
  lockHistory: collection<LockHistoryDocument>({ timeSeries, indexes: [ofMachine] }),
  connectionHistory: collection<ConnectionHistoryDocument>({ timeSeries, indexes: [ofMachine] }),
};
