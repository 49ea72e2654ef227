import type { AnyBulkWriteOperation, Db, Document, ObjectId } from "mongodb";
import type { Migration, MigrationTools } from "./migration.ts";

interface Session {
  _id: ObjectId;
  createdAt: Date;
  type: string;
  commandId: string;
  machine: ObjectId;
  vendingMachineId: string;
  startedBy: ObjectId | null;
}
interface Row {
  session: ObjectId;
  place: number;
  label: string;
  container: ObjectId | null;
  transactionId: string | null;
}
interface Can {
  _id: ObjectId;
  transactionId: string;
  user: ObjectId;
  machine: ObjectId;
  vendingMachineId: string;
  containerId: string;
  returnedAt: Date | null;
}

const perBatch = 1_000;
const ofCan = { transactionId: 1, user: 1, machine: 1, vendingMachineId: 1, containerId: 1, returnedAt: 1 };
type Written = AnyBulkWriteOperation<Document & { _id: ObjectId }>;

/** What stands already stays: it was written with its cause, or by this before it was killed. */
const added = (_id: ObjectId, row: Document): Written => ({
  updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
});

const commandsOf = async (db: Db, sessions: Session[]): Promise<Written[]> => {
  const found = await db
    .collection<Row>("sessionRows")
    .find({ session: { $in: sessions.map(({ _id }) => _id) } })
    .project<Row>({ session: 1, place: 1, label: 1, container: 1, transactionId: 1 })
    .sort({ session: 1, place: 1 })
    .toArray();
  const named = [...new Set(found.flatMap(({ transactionId }) => (transactionId ? [transactionId] : [])))];
  const cans = await db
    .collection<Can>("canTransactions")
    .find({ transactionId: { $in: named } })
    .project<Can>(ofCan)
    .toArray();
  // Only operators among those who started a session are users.
  const operators = await db
    .collection("users")
    .find({ _id: { $in: sessions.flatMap(({ startedBy }) => (startedBy ? [startedBy] : [])) } })
    .project<{ _id: ObjectId }>({ _id: 1 })
    .toArray();
  const isOperator = new Set(operators.map(({ _id }) => _id.toHexString()));
  const rowsOf = new Map<string, Row[]>();
  for (const row of found) rowsOf.set(`${row.session}`, [...(rowsOf.get(`${row.session}`) ?? []), row]);
  const canOf = new Map(cans.map((can) => [can.transactionId, can]));
  return sessions.map(({ _id, createdAt, type, commandId, machine, vendingMachineId, startedBy }) => {
    const rows = rowsOf.get(`${_id}`) ?? [];
    const transactionId = rows.find((row) => row.transactionId)?.transactionId ?? null;
    const can = transactionId === null ? undefined : canOf.get(transactionId);
    const operator = startedBy && isOperator.has(startedBy.toHexString()) ? startedBy : null;
    return added(_id, {
      at: createdAt,
      type: can ? "open" : type === "stock-update" ? "stock" : "test",
      transactionId: can?.transactionId ?? commandId,
      ids: can ? [can.transactionId, commandId] : [commandId],
      user: can?.user ?? operator,
      machine,
      vendingMachineId,
      containers: rows.flatMap(({ container, label }) => (container ? [label] : [])),
      session: _id,
      canTransaction: can?._id ?? null,
    });
  });
};

const returnOf = (can: Can): Written =>
  added(can._id, {
    at: can.returnedAt,
    type: "return",
    transactionId: can.transactionId,
    ids: [can.transactionId],
    user: can.user,
    machine: can.machine,
    vendingMachineId: can.vendingMachineId,
    containers: [can.containerId],
    session: null,
    canTransaction: can._id,
  });

/** Reads a collection in the order of its ids, some at a time, and writes what comes of each lot. */
const inLots = async <D extends Document & { _id: ObjectId }>(
  { db, check, say }: MigrationTools,
  { from, fields }: { from: string; fields: Document },
  written: (some: D[]) => Promise<Written[]>,
): Promise<void> => {
  let last: ObjectId | null = null;
  let done = 0;
  for (;;) {
    check();
    const some: D[] = await db
      .collection(from)
      .find(last ? { _id: { $gt: last } } : {})
      .project<D>(fields)
      .sort({ _id: 1 })
      .limit(perBatch)
      .toArray();
    last = some.at(-1)?._id ?? null;
    if (!last) return;
    const writes = await written(some);
    if (writes.length > 0)
      await db.collection<Document & { _id: ObjectId }>("transactionLedger").bulkWrite(writes, { ordered: false });
    done += some.length;
    if (done % (20 * perBatch) === 0) say(`Database: ${done} of ${from} written to the transaction ledger so far ...`);
  }
};

const ofSession = { createdAt: 1, type: 1, commandId: 1, machine: 1, vendingMachineId: 1, startedBy: 1 };
const run = async (tools: MigrationTools): Promise<void> => {
  await inLots<Session>(tools, { from: "sessions", fields: ofSession }, (some) => commandsOf(tools.db, some));
  await inLots<Can>(tools, { from: "canTransactions", fields: ofCan }, async (some) =>
    some.filter(({ returnedAt }) => returnedAt instanceof Date).map(returnOf),
  );
};

/** The transaction ledger has a row of each command and each return, written with it: those of before get theirs. */
export const migration: Migration = { title: "Commands and returns of before stand in the transaction ledger", run };
