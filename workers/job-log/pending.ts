import type { AnyBulkWriteOperation } from "mongodb";
import type { JobDocument, StoredFailure, StoredRun } from "#shared/jobs/job.document.server.ts";
import { mostFailuresKept, mostRunsKept } from "#shared/jobs/job.schema.ts";

/** How an attempt ended. Times are of `performance.now`, because MongoDB's clock is read only when it is written. */
interface Ended {
  at: number;
  tookMs: number;
  /** Null when it did not fail. */
  reason: string | null;
  payload: Record<string, unknown>;
  /** It failed, and is not tried again by itself. */
  isFinal: boolean;
  /** It stands among the latest runs. */
  isKept: boolean;
}

/** What happened to one job since it was last written. Bounded, however long MongoDB is away. */
export interface Pending {
  runs: number;
  failures: number;
  last: Ended;
  lastDone: number | null;
  lastFailed: Ended | null;
  kept: Ended[];
  /** By their keys: how each ended last, where it failed for good or may be done now. */
  settled: Map<string, Ended>;
}

/** The same work has the same key; a trace belongs to one request. */
const keyOf = ({ trace: _, ...payload }: Record<string, unknown>): string => JSON.stringify(payload);

export const withEnd = (known: Pending | undefined, ended: Ended): Pending => {
  const pending: Pending = known ?? {
    runs: 0,
    failures: 0,
    last: ended,
    lastDone: null,
    lastFailed: null,
    kept: [],
    settled: new Map(),
  };
  const { reason, isFinal, isKept, payload, at } = ended;
  pending.runs += 1;
  pending.last = ended;
  if (reason === null) pending.lastDone = at;
  else {
    pending.failures += 1;
    pending.lastFailed = ended;
  }
  if (isKept) pending.kept = [...pending.kept, ended].slice(-mostRunsKept);
  if (reason === null || isFinal) {
    const key = keyOf(payload);
    pending.settled.delete(key);
    pending.settled.set(key, ended);
    const [oldest] = pending.settled.keys();
    if (pending.settled.size > 10_000 && oldest !== undefined) pending.settled.delete(oldest);
  }
  return pending;
};

/** Both, the older one first. */
export const merged = (older: Pending, newer: Pending | undefined): Pending => {
  if (!newer) return older;
  return {
    runs: older.runs + newer.runs,
    failures: older.failures + newer.failures,
    last: newer.last,
    lastDone: newer.lastDone ?? older.lastDone,
    lastFailed: newer.lastFailed ?? older.lastFailed,
    kept: [...older.kept, ...newer.kept].slice(-mostRunsKept),
    settled: new Map([...older.settled, ...newer.settled]),
  };
};

/** The writes for what is pending. `moment` says when a time of `performance.now` was by MongoDB's clock. */
export const writesOf = (
  name: string,
  { runs, failures, last, lastDone, lastFailed, kept, settled }: Pending,
  moment: (at: number) => Date,
  nextAt: Date | null | undefined,
): AnyBulkWriteOperation<JobDocument>[] => {
  const latest = kept.map(({ at, tookMs, reason }): StoredRun => ({ endedAt: moment(at), tookMs, reason }));
  const failed = [...settled].flatMap(([key, { reason, payload, at }]): StoredFailure[] =>
    reason === null ? [] : [{ key, payload, at: moment(at), reason, retriedAt: null }],
  );
  const keys = [...settled.keys()];
  const incoming = {
    $inc: { runs, failures },
    $max: {
      lastRunAt: moment(last.at),
      ...(lastDone === null ? {} : { lastDoneAt: moment(lastDone) }),
      ...(lastFailed === null ? {} : { lastFailedAt: moment(lastFailed.at) }),
    },
    $set: {
      lastMs: last.tookMs,
      runningSince: null,
      ...(lastFailed === null ? {} : { reason: lastFailed.reason }),
      ...(nextAt === undefined ? {} : { nextAt }),
    },
    $push: {
      latest: { $each: latest, $sort: { endedAt: -1 as const }, $slice: mostRunsKept },
      failed: { $each: failed, $slice: -mostFailuresKept },
    },
  };
  return [
    // Work that was tried again has a new outcome now; nothing is written if none of it had failed before.
    ...(keys.length > 0
      ? [
          {
            updateOne: {
              filter: { name, "failed.key": { $in: keys } },
              update: { $pull: { failed: { key: { $in: keys } } } },
            },
          },
        ]
      : []),
    { updateOne: { filter: { name }, update: incoming } },
  ];
};
