import type { ObjectId } from "mongodb";
import type { LedgerEntry, LedgerReference } from "#shared/ledger/ledger.schema.ts";
import type { CanRowDocument } from "#shared/runtime/documents/accounts.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { Show } from "../paged/paged-reader.ts";

type Stores = Pick<Mongo, "collections">;
type RefKind = CanRowDocument["ref"]["kind"];

/** What these rows are shown with, each read once. */
const namesOf = async ({ collections }: Stores, session: DbSession, rows: readonly CanRowDocument[]) => {
  const { users, machines, orders, canTransactions } = collections;
  const causes = (kind: RefKind) => rows.flatMap(({ ref }) => (ref.kind === kind && ref.id ? [ref.id] : []));
  const wanted = (ids: ObjectId[]) => ({
    _id: { $in: [...new Map(ids.map((id) => [id.toHexString(), id])).values()] },
  });
  const byId = <T extends { _id: ObjectId }>(found: T[]) => new Map(found.map((one) => [one._id.toHexString(), one]));
  const people = await users
    .find(wanted([...rows.map(({ user }) => user), ...causes("operator")]), {
      session,
      projection: { name: 1, phone: 1 },
    })
    .toArray();
  const places = await machines
    .find(wanted(rows.map(({ machine }) => machine)), { session, projection: { name: 1, vendingMachineId: 1 } })
    .toArray();
  const bought = await orders.find(wanted(causes("order")), { session, projection: { orderId: 1 } }).toArray();
  const taken = await canTransactions
    .find(wanted(causes("transaction")), { session, projection: { transactionId: 1 } })
    .toArray();
  return { people: byId(people), places: byId(places), bought: byId(bought), taken: byId(taken) };
};
type Names = Awaited<ReturnType<typeof namesOf>>;

const reference = ({ kind, id }: CanRowDocument["ref"], { people, bought, taken }: Names): LedgerReference => {
  const key = id?.toHexString() ?? "";
  const labels: Record<RefKind, string | undefined> = {
    order: bought.get(key)?.orderId,
    transaction: taken.get(key)?.transactionId,
    operator: people.get(key)?.name,
    system: "Cansole",
  };
  return { kind, id: id?.toHexString() ?? null, label: labels[kind] || key };
};

/** Rows with the names of today; what was removed since keeps its id. */
export const showLedger =
  (stores: Stores): Show<CanRowDocument, LedgerEntry> =>
  async (rows, dbSession, totals) => {
    const names = await namesOf(stores, dbSession, rows);
    return rows.map((row, at) => {
      const [user, machine] = [row.user.toHexString(), row.machine.toHexString()];
      const { name = "", phone = "" } = names.people.get(user) ?? {};
      const place = names.places.get(machine);
      return {
        _id: row._id.toHexString(),
        time: row.at.toISOString(),
        reference: reference(row.ref, names),
        user: { _id: user, name, phone },
        product: { _id: row.product.toHexString(), brand: row.brand },
        vendingMachine: { _id: machine, name: place?.name ?? "", vendingMachineId: place?.vendingMachineId ?? "" },
        credit: row.credit,
        debit: row.debit,
        total: totals[at] ?? 0,
        message: row.message,
      };
    });
  };
