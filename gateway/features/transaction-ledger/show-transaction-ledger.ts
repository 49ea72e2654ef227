import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { saysBroken } from "#shared/control-units/failed-codes.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { TransactionLedgerDocument } from "#shared/transaction-ledger/transaction-ledger.document.server.ts";
import type { TransactionLedgerEntry } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import type { Show } from "../../paged/paged-reader.ts";

type Stores = Pick<Mongo, "collections">;

/** What these rows are shown with, each read once. */
const namesOf = async ({ collections }: Stores, session: DbSession, rows: readonly TransactionLedgerDocument[]) => {
  const { users, machines, sessions, sessionRows } = collections;
  const [people, places] = [rows.map(({ user }) => user), rows.map(({ machine }) => machine)];
  const requested = rows.flatMap((row) => row.session ?? []);
  const failures = await sessionRows
    .find<Pick<SessionRowDocument, "session" | "facts">>(
      { session: { $in: requested }, "facts.failed": { $exists: true } },
      { session, projection: { session: 1, "facts.failed.code": 1 }, hint: "place" },
    )
    .toArray();
  const broken = failures.filter(({ facts: { failed } }) => failed && saysBroken(failed));
  return {
    personOf: await readByIds(users, session, people, ["name", "phone"]),
    placeOf: await readByIds(machines, session, places, ["name"]),
    sessionOf: await readByIds(sessions, session, requested, ["status"]),
    broken: new Set(broken.map((row) => row.session.toHexString())),
  };
};

/** Rows with the names of today, and with what became of their commands. */
export const showTransactionLedger =
  (stores: Stores): Show<TransactionLedgerDocument, TransactionLedgerEntry> =>
  async (rows, dbSession) => {
    const { personOf, placeOf, sessionOf, broken } = await namesOf(stores, dbSession, rows);
    return rows.map((row) => {
      const sessionId = row.session?.toHexString() ?? null;
      const { name = "", phone = "" } = personOf(row.user) ?? {};
      return {
        _id: row._id.toHexString(),
        id: row._id.toHexString(),
        containerId: row.containers.length === 1 ? (row.containers[0] ?? "") : "",
        containers: row.containers,
        transactionId: row.transactionId,
        time: row.at.toISOString(),
        vendingMachine: {
          _id: row.machine.toHexString(),
          name: placeOf(row.machine)?.name ?? "",
          vendingMachineId: row.vendingMachineId,
        },
        user: row.user && { _id: row.user.toHexString(), name, phone },
        requestStatus: sessionOf(row.session)?.status ?? "completed",
        isContainerWorking: !(sessionId && broken.has(sessionId)),
        transactionType: row.type,
        sessionId,
        canTransaction: row.canTransaction?.toHexString() ?? null,
      };
    });
  };
