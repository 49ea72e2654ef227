import type { LedgerEntry, LedgerReference } from "#shared/ledger/ledger.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";
import type { Show } from "../../paged/paged-reader.ts";

type Stores = Pick<Mongo, "collections">;
type RefKind = CanRowDocument["ref"]["kind"];

/** What these rows are shown with, each read once. */
const namesOf = async ({ collections }: Stores, session: DbSession, rows: readonly CanRowDocument[]) => {
  const { users, machines, orders, canTransactions } = collections;
  const causes = (kind: RefKind) => rows.map(({ ref }) => (ref.kind === kind ? ref.id : null));
  const people = [...rows.map(({ user }) => user), ...causes("operator")];
  const places = rows.map(({ machine }) => machine);
  return {
    personOf: await readByIds(users, session, people, ["name", "phone"]),
    placeOf: await readByIds(machines, session, places, ["name", "vendingMachineId"]),
    boughtOf: await readByIds(orders, session, causes("order"), ["orderId"]),
    takenOf: await readByIds(canTransactions, session, causes("transaction"), ["transactionId"]),
  };
};
type Names = Awaited<ReturnType<typeof namesOf>>;

const reference = ({ kind, id }: CanRowDocument["ref"], { personOf, boughtOf, takenOf }: Names): LedgerReference => {
  const labels: Record<RefKind, string | undefined> = {
    order: boughtOf(id)?.orderId,
    transaction: takenOf(id)?.transactionId,
    operator: personOf(id)?.name,
    system: "Cansole",
  };
  return { kind, id: id?.toHexString() ?? null, label: labels[kind] || (id?.toHexString() ?? "") };
};

/** Rows with the names of today; what was removed since keeps its id. */
export const showLedger =
  (stores: Stores): Show<CanRowDocument, LedgerEntry> =>
  async (rows, dbSession, totals) => {
    const names = await namesOf(stores, dbSession, rows);
    return rows.map((row, at) => {
      const { name = "", phone = "" } = names.personOf(row.user) ?? {};
      const place = names.placeOf(row.machine);
      return {
        _id: row._id.toHexString(),
        time: row.at.toISOString(),
        reference: reference(row.ref, names),
        user: { _id: row.user.toHexString(), name, phone },
        product: { _id: row.product.toHexString(), brand: row.brand },
        vendingMachine: {
          _id: row.machine.toHexString(),
          name: place?.name ?? "",
          vendingMachineId: place?.vendingMachineId ?? "",
        },
        credit: row.credit,
        debit: row.debit,
        total: totals[at] ?? 0,
        message: row.message,
      };
    });
  };
