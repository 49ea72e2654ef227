import { rupeesOf } from "#shared/http/money.ts";
import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import type { DriftDocument } from "#shared/runtime/documents/reconciliation.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";

/** Figures that are money, kept in paise. */
const money = new Set(["deposit", "securityDeposit"]);

/** Drifts with the names of today. */
export const showDrifts = async (
  { collections: { users, machines } }: Pick<Mongo, "collections">,
  session: DbSession,
  drifts: DriftDocument[],
): Promise<Drift[]> => {
  const [people, places] = [drifts.map(({ user }) => user), drifts.map(({ machine }) => machine)];
  const personOf = await readByIds(users, session, people, ["name", "phone"]);
  const placeOf = await readByIds(machines, session, places, ["name"]);
  return drifts.map((drift) => {
    const inWords = (figure: number) => (money.has(drift.figure) ? rupeesOf(figure) : figure);
    const { user, machine } = drift;
    const { name = "", phone = "" } = personOf(user) ?? {};
    return {
      _id: drift._id.toHexString(),
      kind: drift.kind,
      figure: drift.figure,
      user: { _id: user.toHexString(), name, phone },
      vendingMachine: machine ? { _id: machine.toHexString(), name: placeOf(machine)?.name ?? "" } : null,
      product: drift.product ? { _id: drift.product.toHexString(), brand: drift.brand } : null,
      account: inWords(drift.account),
      rows: inWords(drift.rows),
      rowCount: drift.rowCount,
      rowIds: drift.rowIds.map((id) => id.toHexString()),
    };
  });
};
