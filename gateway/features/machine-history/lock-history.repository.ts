import type { LockHistoryDocument } from "#shared/machines/histories.document.server.ts";
import { inBatches } from "#shared/runtime/in-batches.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type When, type WholeMoments, wholeMoments } from "./whole-moments.ts";

type StoredLockRow = Pick<
  LockHistoryDocument,
  "receivedAt" | "meta" | "channel" | "isLocked" | "at" | "boot" | "seq" | "unlisted"
>;

const fields = { _id: 0, receivedAt: 1, meta: 1, channel: 1, isLocked: 1, at: 1, boot: 1, seq: 1, unlisted: 1 };
const rowsPerBatch = 500;
/** A unit sends again what it got no PUBACK for: the last of what it sent, never more than this many locks. */
const mostRemembered = 20_000;
/** How long before its first row a report looks for what that row might repeat. */
const lookBackMs = 86_400_000;

/** A unit's own order names what it said, and when: the same again is a repeat, however late it comes. */
const nameOf = ({ meta, boot, seq, channel, at }: StoredLockRow): string =>
  `${meta.unit} ${boot} ${seq} ${channel} ${at.getTime()}`;

export const createLockHistoryRepository = ({ collections: { lockHistory } }: Pick<Mongo, "collections">) => {
  const read = (machine: string, when: When, limit: number): Promise<StoredLockRow[]> =>
    lockHistory
      .find({ "meta.machine": machine, receivedAt: when })
      .project<StoredLockRow>(fields)
      .sort({ receivedAt: -1 })
      .limit(limit)
      .toArray();

  /** Each row that was not there before, looked up by its name: what it repeats may be on a later page. */
  const withoutRepeats = async (machine: string, rows: StoredLockRow[]): Promise<StoredLockRow[]> => {
    const [newest] = rows;
    if (!newest) return [];
    const alike = await lockHistory
      .find({
        "meta.machine": machine,
        receivedAt: { $lte: newest.receivedAt },
        boot: { $in: [...new Set(rows.map(({ boot }) => boot))] },
        seq: { $in: [...new Set(rows.map(({ seq }) => seq))] },
      })
      .project<StoredLockRow>(fields)
      .toArray();
    const first = new Map<string, number>();
    for (const row of alike) {
      const at = row.receivedAt.getTime();
      first.set(nameOf(row), Math.min(at, first.get(nameOf(row)) ?? at));
    }
    const taken = new Set<string>();
    return rows.filter((row) => {
      const name = nameOf(row);
      if (taken.has(name) || first.get(name) !== row.receivedAt.getTime()) return false;
      taken.add(name);
      return true;
    });
  };

  return {
    /** At least `least` changes older than `before`, newest first, without repeats. */
    page: async (machine: string, before: Date, least: number): Promise<WholeMoments<StoredLockRow>> => {
      const found: StoredLockRow[] = [];
      for (let bound = before; ; ) {
        const { rows, isAll } = await wholeMoments(
          (when, limit) => read(machine, when, limit),
          ({ receivedAt }) => receivedAt,
          bound,
          least,
        );
        found.push(...(await withoutRepeats(machine, rows)));
        const oldest = rows.at(-1);
        if (isAll || oldest === undefined || found.length >= least) return { rows: found, isAll };
        bound = oldest.receivedAt;
      }
    },

    /** All changes since `from`, oldest first, without repeats, some at a time. */
    since: (machine: string, from: Date): AsyncGenerator<StoredLockRow[]> => {
      const remembered = new Set<string>();
      const isRepeat = (row: StoredLockRow): boolean => {
        const name = nameOf(row);
        if (remembered.has(name)) return true;
        remembered.add(name);
        const [oldest] = remembered;
        if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
        return false;
      };
      const rows = lockHistory
        .find(
          { "meta.machine": machine, receivedAt: { $gte: new Date(from.getTime() - lookBackMs) } },
          { batchSize: rowsPerBatch },
        )
        .project<StoredLockRow>(fields)
        .sort({ receivedAt: 1 });
      const fresh = async function* () {
        for await (const row of rows) if (!isRepeat(row) && row.receivedAt >= from) yield row;
      };
      return inBatches(fresh(), rowsPerBatch);
    },
  };
};
export type LockHistoryRepository = ReturnType<typeof createLockHistoryRepository>;
