import { ObjectId } from "mongodb";
import { expect } from "vitest";
import { scopeOf } from "#shared/cans/can-scopes.server.ts";
import { depositFigures } from "#shared/deposits/post-deposit.server.ts";
import { createDaySums, halvesOf } from "#shared/sales/day-sales.rules.ts";
import type { BooksFixture, Shop } from "./books.fixture.ts";
import type { IdealBooks } from "./ideal-books.ts";
import { isOwed, placeOf, prices } from "./model.ts";

const sumOf = <T>(many: readonly T[], of: (one: T) => number): number => many.reduce((sum, one) => sum + of(one), 0);

/** Each order is the sum of its parts, and credited as often as it is paid: once or not at all. */
const compareOrders = async ({ mongo }: BooksFixture, books: IdealBooks): Promise<void> => {
  const { orders, canLedger } = mongo.collections;
  for (const ideal of books.orders) {
    const _id = new ObjectId(ideal.id);
    const order = await orders.findOne({ _id });
    if (!order) throw new Error("orders are never removed");
    const { lines, discount, gst, penalty, securityDeposit, netAmount } = order;
    expect(sumOf(lines, ({ totalPrice }) => totalPrice)).toBe(ideal.lines);
    expect({ discount: discount.totalDiscount, gst, penalty: penalty.totalPrice, securityDeposit, netAmount }).toEqual({
      discount: ideal.discount,
      gst: ideal.gst,
      penalty: ideal.penalty,
      securityDeposit: ideal.securityDeposit,
      netAmount: ideal.netAmount,
    });
    expect(netAmount).toBe(ideal.lines - ideal.discount + gst + penalty.totalPrice + securityDeposit);

    expect(order.status === "payment successful").toBe(ideal.isPaid);
    expect(order.flags).toEqual(expect.arrayContaining([...ideal.flags]));
    expect(order.steps.filter(({ what }) => what === "credited")).toHaveLength(ideal.isPaid ? 1 : 0);
    const rows = await canLedger.find({ "ref.id": _id }).toArray();
    const { colaUnit, colaBundle, lime } = ideal.basket;
    expect(sumOf(rows, ({ credit, debit }) => credit - debit)).toBe(ideal.isPaid ? colaUnit + colaBundle + lime : 0);
  }
};

const compareCans = async ({ mongo }: BooksFixture, shop: Shop, books: IdealBooks, who: 0 | 1): Promise<void> => {
  const user = shop.people[who]?._id ?? new ObjectId();
  const account = await mongo.collections.cans.findOne({ _id: user });
  const rows = await mongo.collections.canLedger
    .find({ scopes: scopeOf({ user }) })
    .sort({ at: 1, _id: 1 })
    .toArray();
  const placed = (one: { machine: ObjectId; product: ObjectId }) => {
    const machine = shop.machines.findIndex(({ _id }) => _id.equals(one.machine));
    return placeOf(machine, shop.cola._id.equals(one.product) ? "cola" : "lime");
  };
  const ideal = [...books.customers[who].cans].sort();
  const current = (account?.current ?? []).map((one): [string, number] => [placed(one), one.totalCans]).sort();
  expect(current).toEqual(ideal);
  expect(account?.totalCans ?? 0).toBe(sumOf(ideal, ([, count]) => count));

  const added = new Map<string, number>();
  let total = 0;
  for (const row of rows) {
    total += row.credit - row.debit;
    expect(row.userTotal).toBe(total);
    added.set(placed(row), (added.get(placed(row)) ?? 0) + row.credit - row.debit);
  }
  expect([...added].filter(([, count]) => count !== 0).sort()).toEqual(ideal);
};

const compareDeposit = async ({ mongo }: BooksFixture, shop: Shop, books: IdealBooks, who: 0 | 1): Promise<void> => {
  const user = shop.people[who]?._id ?? new ObjectId();
  const { deposit: ideal } = books.customers[who];
  const account = await mongo.collections.deposits.findOne({ _id: user });
  const rows = await mongo.collections.depositRows.find({ user }).toArray();
  for (const figure of depositFigures) {
    expect([figure, account?.[figure] ?? 0]).toEqual([figure, ideal[figure]]);
    expect([figure, sumOf(rows, (row) => row[figure])]).toEqual([figure, ideal[figure]]);
  }
  const { collectSecurityDeposit = false, receivedFreeDeposit = false } = account ?? {};
  expect({ collectSecurityDeposit, receivedFreeDeposit }).toEqual({
    collectSecurityDeposit: ideal.collectSecurityDeposit,
    receivedFreeDeposit: ideal.receivedFreeDeposit,
  });
};

/** Each day's sales equal what was paid that day, and both halves of the tax add up to the whole. */
const compareSales = async ({ mongo }: BooksFixture, books: IdealBooks): Promise<void> => {
  const paid = books.orders.filter(({ isPaid }) => isPaid);
  const day = createDaySums();
  for (const { id } of paid) {
    const order = await mongo.collections.orders.findOne({ _id: new ObjectId(id) });
    if (order) day.add(order);
  }
  const { brands, machines, ...sums } = day.sums();
  const slots = sumOf(paid, ({ basket }) => basket.slots) * prices.slot;
  const gst = sumOf(paid, (order) => order.gst);
  expect(sums).toEqual({
    orders: paid.length,
    cans: sumOf(paid, ({ basket }) => basket.colaUnit + basket.colaBundle + basket.lime),
    sales: sumOf(paid, ({ lines, discount }) => lines - discount) - slots,
    refundableDeposit: slots,
    securityDeposit: sumOf(paid, (order) => order.securityDeposit),
    penalties: sumOf(paid, ({ penalty }) => penalty),
    gst,
    netAmount: sumOf(paid, ({ netAmount }) => netAmount),
  });
  const divided: { gst: number; sales: number }[][] = [brands, machines];
  for (const parts of divided) {
    expect(sumOf(parts, (part) => part.gst)).toBe(gst);
    expect(sumOf(parts, ({ sales }) => sales)).toBe(sums.sales);
  }
  for (const whole of [gst, ...paid.map((order) => order.gst)]) {
    const { cgst, sgst } = halvesOf(whole);
    expect([cgst + sgst, Math.abs(cgst - sgst) <= 1]).toEqual([whole, true]);
  }
};

const comparePenalties = async ({ mongo }: BooksFixture, shop: Shop, books: IdealBooks): Promise<void> => {
  for (const { id, paid, canceled } of books.penalties)
    expect(await mongo.collections.penalties.findOne({ _id: new ObjectId(id) })).toMatchObject({ paid, canceled });
  for (const [who, { _id }] of shop.people.entries()) {
    const owed = books.penalties.filter((one) => one.customer === who && isOwed(one)).length;
    expect((await mongo.collections.users.findOne({ _id }))?.penaltiesOwed ?? 0).toBe(owed);
  }
};

/** Everything that is stored is what the model says, figure by figure. */
export const compareBooks = async (fixture: BooksFixture, shop: Shop, books: IdealBooks): Promise<void> => {
  await compareOrders(fixture, books);
  for (const who of [0, 1] as const) {
    await compareCans(fixture, shop, books, who);
    await compareDeposit(fixture, shop, books, who);
  }
  for (const id of books.gone) {
    const _id = new ObjectId(id);
    const { cans, deposits } = fixture.mongo.collections;
    expect((await cans.findOne({ _id }))?.totalCans ?? 0).toBe(0);
    const deposit = await deposits.findOne({ _id });
    expect(depositFigures.map((figure) => deposit?.[figure] ?? 0)).toEqual(depositFigures.map(() => 0));
  }
  await comparePenalties(fixture, shop, books);
  await compareSales(fixture, books);
};
