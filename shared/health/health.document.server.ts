import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { ProcessKind } from "./health.schema.ts";
import type { LineId } from "./health-lines.ts";

const day = 86_400;

/** Written by each process about itself, every 10 s, and deleted when it stops; who is killed leaves it for a day. */
export interface ProcessDocument {
  /** New at each start. */
  _id: string;
  kind: ProcessKind;
  host: string;
  version: string;
  /** By MongoDB's clock, as `seenAt`. */
  startedAt: Date;
  seenAt: Date;
  loopDelayMs: number;
  memoryBytes: number;
  /** Share of the heap that the process may take. */
  heapShare: number;
  clockSkewMs: number;
  /** For a gateway: its units now, and what came from them a minute. */
  machines: { connections: number; messages: number; dropped: number; refused: number; slowed: number } | null;
  /** Only of a gateway. */
  streamDelayMs: number | null;
  /** For a gateway: machines whose stock in Redis was not the database's and was repaired, in the last 5 minutes. */
  stockRepaired: number | null;
}

/** Written by one of the workers each 5 minutes: the figures of the page Health. What was not known is missing. */
export interface HealthSampleDocument {
  _id: ObjectId;
  /** The begin of its 5 minutes. */
  at: Date;
  figures: Partial<Record<LineId, number>>;
}

/** Written by `npm run backup`: the last one. */
interface BackupDocument {
  _id: "last";
  takenAt: Date;
}

export const health = {
  processes: collection<ProcessDocument>({
    indexes: [{ name: "seen", key: { seenAt: 1 }, expireAfterSeconds: day }],
  }),
  healthSamples: collection<HealthSampleDocument>({
    indexes: [{ name: "at", key: { at: 1 }, unique: true, expireAfterSeconds: 2 * day }],
  }),
  backups: collection<BackupDocument>(),
};
