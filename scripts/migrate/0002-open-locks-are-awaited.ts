import type { AnyBulkWriteOperation, Db, ObjectId } from "mongodb";
import type { Migration, MigrationTools } from "./migration.ts";

/** A row as it was: its lock was seen open, and `awaitsClosing` said that it was not seen locked since. */
interface OpenRow {
  session: ObjectId;
  serialNumber: string;
  channel: number;
  facts: { opened: { receivedAt: Date; boot: string | null; seq: number | null } };
}
interface Awaited {
  _id: string;
  openedAt: Date;
  rows: { session: ObjectId; openedAt: Date; boot: string | null; seq: number | null }[];
}

const dayMs = 86_400_000;
/** Beside the newest row of a lock those wait that can still end as closed. */
const besideMs = 300_000;
const mostRows = 20;
const locksPerWrite = 1_000;

/** Rows of one lock, as gateways note them now. Without rows that say when there is none. */
const awaitedOf = (_id: string, rows: OpenRow[]): Awaited | null => {
  const newest = rows
    .map(({ session, facts: { opened } }) => ({
      session,
      openedAt: opened.receivedAt,
      boot: opened.boot,
      seq: opened.seq,
    }))
    .sort((one, other) => other.openedAt.getTime() - one.openedAt.getTime());
  const [first] = newest;
  if (!first) return null;
  const since = first.openedAt.getTime() - besideMs;
  const waiting = newest.filter(({ openedAt }) => openedAt.getTime() >= since);
  return { _id, openedAt: first.openedAt, rows: waiting.slice(0, mostRows) };
};

/** In the order of locks: the rows of one come one after another. */
const openRows = (db: Db) =>
  db
    .collection<OpenRow & { awaitsClosing: boolean }>("sessionRows")
    .find({ awaitsClosing: true, "facts.opened.receivedAt": { $gte: new Date(Date.now() - dayMs) } })
    .project<OpenRow>({ session: 1, serialNumber: 1, channel: 1, "facts.opened": 1 })
    .sort({ serialNumber: 1, channel: 1 });

const run = async ({ db, check }: MigrationTools): Promise<void> => {
  const awaited = db.collection<Awaited>("awaitedClosings");
  let writes: AnyBulkWriteOperation<Awaited>[] = [];
  let lock: string | null = null;
  let rows: OpenRow[] = [];
  const write = async (): Promise<void> => {
    check();
    if (writes.length > 0) await awaited.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  const endLock = async (): Promise<void> => {
    const noted = lock === null ? null : awaitedOf(lock, rows);
    if (noted) {
      const { _id, ...rest } = noted;
      // Only where there is none: what a gateway has noted meanwhile is newer.
      writes.push({ updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true } });
    }
    rows = [];
    if (writes.length >= locksPerWrite) await write();
  };
  for await (const row of openRows(db)) {
    const next = `${row.serialNumber}/${row.channel}`;
    if (next !== lock) await endLock();
    lock = next;
    rows.push(row);
  }
  await endLock();
  await write();
};

/**
 * Which rows a lock closes was a mark on the rows, and is now kept by lock. Marks stay: gateways of the version before
 * still read them.
 */
export const migration: Migration = { title: "Locks that were seen open in the last day are awaited by lock", run };
