import type { IndexDescription } from "mongodb";
import { collection } from "../collection.ts";

/** Time-series, kept 90 days; `meta` names machine and unit only. */
export interface HistoryDocument {
  receivedAt: Date;
  meta: { unit: string; machine: string | null };
}

/** Live updates, one a minute, and the answers to pings. */
export interface LiveHistoryDocument extends HistoryDocument {
  /** Missing in what was stored before pings were kept: a live update. */
  kind?: "live" | "ping";
  strength: number | null;
  version: string;
  uptime: number | null;
  /** Of a ping: from the command's way out to its answer. */
  roundTripMs?: number | null;
  at: Date;
}

export interface ConnectionHistoryDocument extends HistoryDocument {
  event: "connected" | "disconnected";
  /** Of a disconnect: the reason of the machine protocol's table, or 'left'. */
  why: string | null;
  connection: string;
  gateway: string;
}

export interface LockHistoryDocument extends HistoryDocument {
  channel: number;
  isLocked: boolean;
  at: Date;
  boot: string;
  seq: number;
}

/** A machine's rows in their order: an index of the buckets, which a time-series keeps beside its rows. */
const ofMachine: IndexDescription = { name: "machine", key: { "meta.machine": 1, receivedAt: 1 } };

export const histories = {
  liveHistory: collection<LiveHistoryDocument>({ timeSeries: true, indexes: [ofMachine] }),
  lockHistory: collection<LockHistoryDocument>({ timeSeries: true, indexes: [ofMachine] }),
  connectionHistory: collection<ConnectionHistoryDocument>({ timeSeries: true, indexes: [ofMachine] }),
};
