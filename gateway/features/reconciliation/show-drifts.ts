import { rupeesOf } from "#shared/http/money.ts";
import type { DriftDocument } from "#shared/reconciliation/reconciliation.document.server.ts";
import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";

/** Figures that are money, kept in paise. */
const money = new Set(["deposit", "securityDeposit", "sales", "refundableDeposit", "penalties", "gst", "netAmount"]);

/** Drifts with the names of today. */
export const showDrifts = async (
  { collections: { users, machines, orders, canTransactions } }: Pick<Mongo, "collections">,
  session: DbSession,
  drifts: DriftDocument[],
): Promise<Drift[]> => {
  const [people, places] = [drifts.map(({ user }) => user), drifts.map(({ machine }) => machine)];
  const personOf = await readByIds(users, session, people, ["name", "phone"]);
  const placeOf = await readByIds(machines, session, places, ["name"]);
  const causes = (kind: "order" | "transaction") => drifts.map(({ cause }) => (cause?.kind === kind ? cause.id : null));
  const orderOf = await readByIds(orders, session, causes("order"), ["orderId", "status"]);
  const canOf = await readByIds(canTransactions, session, causes("transaction"), ["transactionId", "status"]);
  const shownCause = ({ cause }: DriftDocument): Drift["cause"] => {
    if (!cause) return null;
    const [order, can] = cause.kind === "order" ? [orderOf(cause.id)] : [undefined, canOf(cause.id)];
    const status = order?.status ?? can?.status ?? "";
    return { _id: cause.id.toHexString(), name: order?.orderId ?? can?.transactionId ?? "", status };
  };
  return drifts.map((drift) => {
    const inWords = (figure: number) => (money.has(drift.figure) ? rupeesOf(figure) : figure);
    const { user, machine } = drift;
    const { name = "", phone = "" } = personOf(user) ?? {};
    return {
      _id: drift._id.toHexString(),
      kind: drift.kind,
      figure: drift.figure,
      user: user && { _id: user.toHexString(), name, phone },
      cause: shownCause(drift),
      day: drift.day ?? null,
      vendingMachine: machine ? { _id: machine.toHexString(), name: placeOf(machine)?.name ?? "" } : null,
      product: drift.product ? { _id: drift.product.toHexString(), brand: drift.brand } : null,
      account: inWords(drift.account),
      rows: inWords(drift.rows),
      rowCount: drift.rowCount,
      rowIds: drift.rowIds.map((id) => id.toHexString()),
    };
  });
};
