import type { ObjectId } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import type { DriftDocument } from "#shared/runtime/documents/reconciliation.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

/** Figures that are money, kept in paise. */
const money = new Set(["deposit", "securityDeposit"]);
const present = (ids: (ObjectId | null)[]) => ids.filter((id) => id !== null);

/** Drifts with the names of today. */
export const showDrifts = async (
  { collections: { users, machines } }: Pick<Mongo, "collections">,
  session: DbSession,
  drifts: DriftDocument[],
): Promise<Drift[]> => {
  const people = await users
    .find({ _id: { $in: drifts.map(({ user }) => user) } }, { session, projection: { name: 1, phone: 1 } })
    .toArray();
  const places = await machines
    .find({ _id: { $in: present(drifts.map(({ machine }) => machine)) } }, { session, projection: { name: 1 } })
    .toArray();
  const person = new Map(people.map((one) => [one._id.toHexString(), one]));
  const place = new Map(places.map((one) => [one._id.toHexString(), one]));
  return drifts.map((drift) => {
    const inWords = (figure: number) => (money.has(drift.figure) ? rupeesOf(figure) : figure);
    const [user, machine] = [drift.user.toHexString(), drift.machine?.toHexString()];
    const { name = "", phone = "" } = person.get(user) ?? {};
    return {
      _id: drift._id.toHexString(),
      kind: drift.kind,
      figure: drift.figure,
      user: { _id: user, name, phone },
      vendingMachine: machine ? { _id: machine, name: place.get(machine)?.name ?? "" } : null,
      product: drift.product ? { _id: drift.product.toHexString(), brand: drift.brand } : null,
      account: inWords(drift.account),
      rows: inWords(drift.rows),
      rowCount: drift.rowCount,
      rowIds: drift.rowIds.map((id) => id.toHexString()),
    };
  });
};
