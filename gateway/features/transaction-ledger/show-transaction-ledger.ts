import type { ObjectId } from "mongodb";
import type { SessionDocument, SessionRowDocument } from "#shared/runtime/documents/commands.ts";
import type { TransactionLedgerDocument } from "#shared/runtime/documents/transaction-ledger.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { TransactionLedgerEntry } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { saysNothingOfTheDoor } from "#shared/transactions/apply-row.rules.ts";
import type { Show } from "../paged/paged-reader.ts";

type Stores = Pick<Mongo, "collections">;

const wanted = (ids: (ObjectId | null)[]) => ({
  $in: [...new Map(ids.flatMap((id) => (id ? [[id.toHexString(), id] as const] : []))).values()],
});
const byId = <T extends { _id: ObjectId }>(found: T[]) => new Map(found.map((one) => [one._id.toHexString(), one]));

/** What these rows are shown with, each read once. */
const namesOf = async ({ collections }: Stores, session: DbSession, rows: readonly TransactionLedgerDocument[]) => {
  const { users, machines, sessions, sessionRows } = collections;
  const ofSessions = wanted(rows.map((row) => row.session));
  const people = await users
    .find({ _id: wanted(rows.map(({ user }) => user)) }, { session, projection: { name: 1, phone: 1 } })
    .toArray();
  const places = await machines
    .find({ _id: wanted(rows.map(({ machine }) => machine)) }, { session, projection: { name: 1 } })
    .toArray();
  const asked = await sessions
    .find<Pick<SessionDocument, "_id" | "status">>({ _id: ofSessions }, { session, projection: { status: 1 } })
    .toArray();
  const failures = await sessionRows
    .find<Pick<SessionRowDocument, "session" | "facts">>(
      { session: ofSessions, "facts.failed": { $exists: true } },
      { session, projection: { session: 1, "facts.failed.code": 1 }, hint: "place" },
    )
    .toArray();
  const broken = failures.filter(({ facts: { failed } }) => failed && !saysNothingOfTheDoor(failed));
  return {
    people: byId(people),
    places: byId(places),
    asked: byId(asked),
    broken: new Set(broken.map((row) => row.session.toHexString())),
  };
};

/** Rows with the names of today, and with what became of their commands. */
export const showTransactionLedger =
  (stores: Stores): Show<TransactionLedgerDocument, TransactionLedgerEntry> =>
  async (rows, dbSession) => {
    const { people, places, asked, broken } = await namesOf(stores, dbSession, rows);
    return rows.map((row) => {
      const sessionId = row.session?.toHexString() ?? null;
      const machine = row.machine.toHexString();
      const user = row.user?.toHexString();
      const { name = "", phone = "" } = (user && people.get(user)) || {};
      return {
        _id: row._id.toHexString(),
        id: row._id.toHexString(),
        containerId: row.containers.length === 1 ? (row.containers[0] ?? "") : "",
        containers: row.containers,
        transactionId: row.transactionId,
        time: row.at.toISOString(),
        vendingMachine: { _id: machine, name: places.get(machine)?.name ?? "", vendingMachineId: row.vendingMachineId },
        user: user ? { _id: user, name, phone } : null,
        requestStatus: (sessionId && asked.get(sessionId)?.status) || "completed",
        isContainerWorking: !(sessionId && broken.has(sessionId)),
        transactionType: row.type,
        sessionId,
        canTransaction: row.canTransaction?.toHexString() ?? null,
      };
    });
  };
