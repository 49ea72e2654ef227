import type { ObjectId } from "mongodb";
import { depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

const sumOf = <T>(rows: readonly T[], figure: (row: T) => number) => rows.reduce((sum, row) => sum + figure(row), 0);
const cansOf = ({ lines }: OrderDocument) =>
  sumOf(
    lines.filter(({ productType }) => productType === "product"),
    ({ quantity }) => quantity,
  );

/**
 * Everything that is wrong in the books, as sentences: an order that is credited by halves, twice or without being
 * paid, and an account that is not what its rows add up to. Read at one moment, so it may run while orders are being
 * paid.
 */
export const judgeBooks = async (mongo: Pick<Mongo, "collections" | "readAsOf">): Promise<string[]> => {
  const { orders, cans, canLedger, deposits, depositRows, penalties, users } = mongo.collections;
  const { found } = await mongo.readAsOf(async (session) => ({
    orders: await orders.find({}, { session }).toArray(),
    cans: await cans.find({}, { session }).toArray(),
    canRows: await canLedger.find({}, { session }).toArray(),
    deposits: await deposits.find({}, { session }).toArray(),
    depositRows: await depositRows.find({}, { session }).toArray(),
    owed: await penalties.find({ paid: false, canceled: false }, { session }).toArray(),
    users: await users.find({}, { session }).toArray(),
  }));
  const of = <T extends { user: ObjectId }>(rows: readonly T[], user: ObjectId) =>
    rows.filter((row) => row.user.equals(user));

  const wrongOrders = found.orders.flatMap((order) => {
    const rows = found.canRows.filter(({ ref }) => ref.id?.equals(order._id));
    const due = isPaid(order.status) ? cansOf(order) : 0;
    const credited = sumOf(rows, ({ credit }) => credit);
    const steps = order.steps.filter(({ what }) => what === "credited").length;
    const isRight = credited === due && steps === (isPaid(order.status) ? 1 : 0);
    return isRight ? [] : [`${order.orderId} is ${order.status}: ${credited} of ${due} cans, credited ${steps} times`];
  });
  const wrongCans = found.cans.flatMap(({ _id, totalCans }) => {
    const sum = sumOf(of(found.canRows, _id), ({ credit, debit }) => credit - debit);
    return sum === totalCans ? [] : [`the cans of ${_id} are ${totalCans}, their rows add up to ${sum}`];
  });
  const wrongDeposits = found.deposits.flatMap((deposit) =>
    depositFigures.flatMap((figure) => {
      const sum = sumOf(of(found.depositRows, deposit._id), (row) => row[figure]);
      return sum === deposit[figure] ? [] : [`${figure} of ${deposit._id} is ${deposit[figure]}, its rows say ${sum}`];
    }),
  );
  const wrongPenalties = found.users.flatMap(({ _id, penaltiesOwed = 0 }) => {
    const owed = of(found.owed, _id).length;
    return owed === penaltiesOwed ? [] : [`${_id} owes ${owed} penalties, counted ${penaltiesOwed}`];
  });
  return [...wrongOrders, ...wrongCans, ...wrongDeposits, ...wrongPenalties];
};
