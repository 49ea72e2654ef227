import { ObjectId } from "mongodb";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";

export type Drifted = [kind: string, figure: string, of: string, account: number, rows: number, rowCount: number];
type Planted = Drifted | Drifted[];

/** Errors planted in a correct history, each on records of its own; returns the drifts that they cause. */
export const createPlants = (stores: Collections) => {
  /** Returns one that no other plant has used. */
  const used = new Set<string>();
  const fresh = async <D extends { _id: ObjectId }>(find: () => AsyncIterable<D>): Promise<D> => {
    for await (const one of find())
      if (!used.has(`${one._id}`)) {
        used.add(`${one._id}`);
        return one;
      }
    throw new Error("the past has none of this kind");
  };
  const paid = (more: object = { "lines.productType": "product" }) =>
    fresh(() => stores.orders.find({ status: "payment successful", ...more }));
  const can = (more: object = {}) => fresh(() => stores.canTransactions.find(more));
  const rowOf = async ({ _id }: { _id: ObjectId }, more: object = {}): Promise<CanRowDocument> => {
    const row = await stores.canLedger.findOne({ "ref.id": _id, ...more });
    if (!row) throw new Error("every cause has its row");
    return row;
  };
  const again = (row: CanRowDocument, other: Partial<CanRowDocument> = {}) =>
    stores.canLedger.insertOne({ ...row, _id: new ObjectId(), ...other });
  const withDeposit = { "lines.productType": "deposit" };

  const order = ({ _id }: OrderDocument, ...rest: [string, number, number, number]): Drifted => {
    const [figure, account, rows, rowCount] = rest;
    return ["order", figure, `${_id}`, account, rows, rowCount];
  };
  const taken = ({ _id }: CanTransactionDocument, ...rest: [string, number, number, number]): Drifted => {
    const [figure, account, rows, rowCount] = rest;
    return ["transaction", figure, `${_id}`, account, rows, rowCount];
  };

  const plants: [string, () => Promise<Planted>][] = [
    [
      "a paid order without a row",
      async () => {
        const one = await paid();
        const row = await rowOf(one);
        await stores.canLedger.deleteOne({ _id: row._id });
        return order(one, "credit", row.credit, 0, 0);
      },
    ],
    [
      "a row that stands twice",
      async () => {
        const one = await paid();
        const row = await rowOf(one);
        await again(row);
        return order(one, "credit", row.credit, 2 * row.credit, 2);
      },
    ],
    [
      "a row of another amount",
      async () => {
        const one = await paid();
        const row = await rowOf(one);
        await stores.canLedger.updateOne({ _id: row._id }, { $inc: { credit: 1 } });
        return order(one, "credit", row.credit, row.credit + 1, 1);
      },
    ],
    [
      "two rows in place of one, of the right sum",
      async () => {
        const one = await paid({ lines: { $elemMatch: { productType: "product", quantity: { $gt: 1 } } } });
        const row = await rowOf(one, { credit: { $gt: 1 } });
        await stores.canLedger.updateOne({ _id: row._id }, { $set: { credit: 1 } });
        await again(row, { credit: row.credit - 1 });
        return order(one, "canRows", 1, 2, 2);
      },
    ],
    [
      "a row of an order that is not paid",
      async () => {
        const one = await fresh(() => stores.orders.find({ status: { $ne: "payment successful" } }));
        const row = await rowOf(await paid());
        await again(row, { user: one.user, ref: { kind: "order", id: one._id }, scopes: [`u${one.user}`] });
        return order(one, "credit", 0, row.credit, 1);
      },
    ],
    [
      "a row at another machine",
      async () => {
        const one = await paid();
        const row = await rowOf(one);
        await stores.canLedger.updateOne({ _id: row._id }, { $set: { machine: new ObjectId() } });
        return [order(one, "credit", row.credit, 0, 0), order(one, "credit", 0, row.credit, 1)];
      },
    ],
    [
      "an order whose deposits have no row",
      async () => {
        const one = await paid(withDeposit);
        const row = await stores.depositRows.findOne({ "ref.id": one._id });
        await stores.depositRows.deleteOne({ "ref.id": one._id });
        const figures = ["deposit", "securityDeposit", "depositBought"] as const;
        return figures.flatMap((figure) => (row?.[figure] ? [order(one, figure, row[figure], 0, 0)] : []));
      },
    ],
    [
      "a deposit row that is a paisa off",
      async () => {
        const one = await paid(withDeposit);
        const row = await stores.depositRows.findOne({ "ref.id": one._id });
        await stores.depositRows.updateOne({ "ref.id": one._id }, { $inc: { deposit: 1 } });
        return order(one, "deposit", row?.deposit ?? 0, (row?.deposit ?? 0) + 1, 1);
      },
    ],
    [
      "a can that was taken without a debit",
      async () => {
        const one = await can({ status: "opened" });
        await stores.canLedger.deleteOne({ "ref.id": one._id });
        return taken(one, "debit", 1, 0, 0);
      },
    ],
    [
      "a refund that was credited twice",
      async () => {
        const one = await can({ status: "failed" });
        await again(await rowOf(one, { credit: 1 }));
        return taken(one, "credit", 1, 2, 3);
      },
    ],
    [
      "a can that came out and was credited all the same",
      async () => {
        const one = await can({ status: "opened" });
        await again(await rowOf(one), { credit: 1, debit: 0 });
        return taken(one, "credit", 0, 1, 2);
      },
    ],
    [
      "a can that is not there",
      async () => {
        const one = await can({ status: "opened", holdsSlot: false, depositUsed: false });
        await stores.canTransactions.deleteOne({ _id: one._id });
        return taken(one, "debit", 0, 1, 1);
      },
    ],
    [
      "a slot that nobody noted",
      async () => {
        const one = await can({ holdsSlot: true });
        await stores.depositRows.deleteOne({ "ref.id": one._id });
        return taken(one, "depositUsed", 1, 0, 0);
      },
    ],
    [
      "a slot that is held no longer, and was not freed",
      async () => {
        const one = await can({ holdsSlot: true });
        await stores.canTransactions.updateOne({ _id: one._id }, { $set: { holdsSlot: false } });
        return taken(one, "depositUsed", 0, 1, 1);
      },
    ],
    [
      "a slot of a can that was brought back, which nobody freed",
      async () => {
        const one = await can({ status: "opened", holdsSlot: true, returnedAt: null });
        await stores.canTransactions.updateOne({ _id: one._id }, { $set: { returnCan: true, returnedAt: one.time } });
        return taken(one, "depositUsed", 0, 1, 1);
      },
    ],
    [
      "a slot of a can that was given back, which nobody freed",
      async () => {
        const one = await can({ status: "opened", holdsSlot: true, returnedAt: null });
        await again(await rowOf(one), { credit: 1, debit: 0 });
        await stores.canTransactions.updateOne({ _id: one._id }, { $set: { status: "failed" } });
        return taken(one, "depositUsed", 0, 1, 1);
      },
    ],
    [
      "a day of sales that is off by a paisa",
      async () => {
        const row = await fresh(() => stores.sales.find({ isOpen: false, orders: { $gt: 0 } }));
        await stores.sales.updateOne({ _id: row._id }, { $inc: { "gst.total": 1 } });
        return ["sales", "gst", row.day, row.gst.total + 1, row.gst.total, row.orders];
      },
    ],
    [
      "a day whose sums are right and one of whose machines is not",
      async () => {
        const row = await fresh(() => stores.sales.find({ isOpen: false, orders: { $gt: 0 } }));
        const machine = row.machines[0];
        await stores.sales.updateOne({ _id: row._id }, { $inc: { "machines.0.cans": 2 } });
        return ["sales", "cans", row.day, (machine?.cans ?? 0) + 2, machine?.cans ?? 0, row.orders];
      },
    ],
  ];
  return { plants, paid, can };
};
