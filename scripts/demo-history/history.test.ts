import type { ObjectId } from "mongodb";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createAudit } from "#shared/audit/audit.server.ts";
import { depositFigures } from "#shared/deposits/post-deposit.server.ts";
import { moveOrder } from "#shared/orders/move-order.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { noCans, noDeposit } from "#shared/users/open-accounts.server.ts";
import { compareUsers } from "../../workers/reconciliation/compare-users.ts";
import { openDatabase, type TestDatabase } from "../migrate/testing/test-databases.ts";
import { demoHistory } from "../seed/demo-history.ts";
import { makeHistory } from "./history.ts";
import { nothingWritten, type Written } from "./records.ts";
import { storeHistory } from "./store-history.ts";

const now = Date.UTC(2026, 10, 22, 9);
const timeZone = "Asia/Kolkata";
const plan = demoHistory(now, timeZone, 1_500);
const opened: TestDatabase[] = [];
const connect = async () => {
  const mongo = await openDatabase(inject("mongodbUri"));
  opened.push(mongo);
  return mongo;
};
let written: Written;
let made: Awaited<ReturnType<typeof makeHistory>>;
beforeAll(async () => {
  written = nothingWritten();
  made = await makeHistory(plan, async (some) => {
    for (const [name, records] of Object.entries(some)) written[name as "orders"].push(...(records as OrderDocument[]));
  });
});
afterAll(async () => {
  for (const mongo of opened) await mongo.giveBack();
});

const sumOf = <T>(some: readonly T[], of: (one: T) => number) => some.reduce((sum, one) => sum + of(one), 0);
const groupBy = <T>(some: readonly T[], keyOf: (one: T) => string) => {
  const groups = new Map<string, T[]>();
  for (const one of some) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};
const hex = (id: ObjectId) => id.toHexString();

describe("the books of the history", () => {
  test("reconcile: the rows of each account add up to it, at every machine and for every product", () => {
    const rows = groupBy(written.canLedger, ({ user }) => hex(user));
    const depositRows = groupBy(written.depositRows, ({ user }) => hex(user));
    for (const { user, cans, deposit } of made.accounts) {
      const own = rows.get(hex(user._id)) ?? [];
      let total = 0;
      for (const { credit, debit, userTotal } of own) {
        total += credit - debit;
        expect([userTotal, total >= 0]).toEqual([total, true]);
      }
      expect(own.map(({ at }) => at.getTime())).toEqual(
        [...new Set(own.map(({ at }) => at.getTime()))].sort((a, b) => a - b),
      );
      expect([cans.totalCans, sumOf(cans.current, ({ totalCans }) => totalCans)]).toEqual([total, total]);
      for (const entry of cans.current) {
        const there = own.filter((row) => row.machine.equals(entry.machine) && row.product.equals(entry.product));
        expect(entry.totalCans).toBe(sumOf(there, ({ credit, debit }) => credit - debit));
      }
      for (const name of depositFigures) {
        expect(deposit[name]).toBe(sumOf(depositRows.get(hex(user._id)) ?? [], (row) => row[name]));
        expect(deposit[name]).toBeGreaterThanOrEqual(0);
      }
      expect(deposit.depositBought + deposit.freeDeposit).toBeGreaterThanOrEqual(deposit.depositUsed);
      const owed = made.penalties.filter((one) => one.user.equals(user._id) && !one.paid && !one.canceled);
      expect(user.penaltiesOwed).toBe(owed.length);
    }
  });

  test("hang together: what was paid was credited, and every can that was taken has its transaction", () => {
    const credits = groupBy(written.canLedger, ({ ref }) => `${ref.kind} ${ref.id}`);
    for (const { _id, status, lines, creditedAt } of written.orders) {
      const bought = sumOf(lines, ({ productType, quantity }) => (productType === "product" ? quantity : 0));
      expect(sumOf(credits.get(`order ${_id}`) ?? [], ({ credit }) => credit)).toBe(isPaid(status) ? bought : 0);
      expect(creditedAt !== null).toBe(isPaid(status));
    }
    for (const { _id, status, holdsSlot } of written.canTransactions) {
      const left = sumOf(credits.get(`transaction ${_id}`) ?? [], ({ credit, debit }) => debit - credit);
      expect(left).toBe(status === "opened" ? 1 : 0);
      if (holdsSlot) expect(status).toBe("opened");
    }
    const slots = sumOf(made.accounts, ({ deposit }) => deposit.depositUsed);
    expect(written.canTransactions.filter(({ holdsSlot }) => holdsSlot)).toHaveLength(slots);
  });

  test("know of every can what its door said, by a command that has ended", () => {
    const sessions = new Map(written.sessions.map((session) => [hex(session._id), session]));
    const rows = new Map(written.sessionRows.map((row) => [hex(row.session), row]));
    expect(sessions.size).toBe(written.canTransactions.length);
    for (const {
      session,
      status,
      transactionId,
      vendingMachineMessage,
      containerOpenTime,
    } of written.canTransactions) {
      const row = rows.get(hex(session));
      expect(sessions.get(hex(session))?.status).toBe(status === "opened" ? "completed" : "failed");
      expect([row?.transactionId, row?.code ?? "", row?.facts.opened?.receivedAt ?? null]).toEqual([
        transactionId,
        vendingMachineMessage,
        containerOpenTime,
      ]);
    }
  });

  test("have nothing of the future, and nothing twice", () => {
    const moments = [
      ...written.orders.flatMap(({ time, changedAt }) => [time, changedAt]),
      ...[...written.canLedger, ...written.depositRows].map(({ at }) => at),
      ...written.canTransactions.flatMap(({ time, changedAt }) => [time, changedAt]),
      ...written.sessions.flatMap(({ createdAt, finishedAt }) => [createdAt, finishedAt]),
    ];
    expect(Math.max(...moments.map(Number))).toBeLessThanOrEqual(now);
    for (const records of Object.values(written) as { _id: ObjectId }[][])
      expect(new Set(records.map(({ _id }) => hex(_id))).size).toBe(records.length);
  });
});

test("is believable: brands, weekdays and machines sell differently, some payments fail, some penalties stay owed", () => {
  const { orders } = written;
  const share = (some: number) => some / orders.length;
  expect(orders.length).toBeGreaterThan(1_400);
  expect(share(orders.filter(({ status }) => isPaid(status)).length)).toBeGreaterThan(0.85);
  expect(orders.some(({ status }) => status === "payment failed")).toBe(true);
  expect(orders.some(({ status }) => status === "payment canceled")).toBe(true);
  const brands = groupBy(
    orders.flatMap(({ lines }) => lines.filter(({ productType }) => productType === "product")),
    ({ brand }) => brand,
  );
  const sold = [...brands.values()].map((lines) => sumOf(lines, ({ quantity }) => quantity));
  expect(Math.max(...sold)).toBeGreaterThan(2.5 * Math.min(...sold));
  // Infopark on a Sunday, and on a Wednesday.
  const onDay = (day: number) =>
    orders.filter(({ vendingMachineId, time }) => vendingMachineId === "KOC-KKD-01" && time.getUTCDay() === day).length;
  expect(onDay(3)).toBeGreaterThan(2 * onDay(0));
  expect(new Set(orders.map(({ vendingMachineId }) => vendingMachineId)).size).toBeGreaterThanOrEqual(22);
  expect(made.penalties.some(({ paid }) => paid)).toBe(true);
  expect(made.accounts.some(({ deposit }) => deposit.securityDeposit > 0)).toBe(true);
  expect(orders.every(({ orderId }) => orderId.startsWith("DEMO-"))).toBe(true);
});

/** Without what is drawn anew: ids, and how often an account was written. */
const plain = (rows: object[]): object[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !["_id", "rev"].includes(field))));

test("orders were credited as Cansole credits them: the same rows, accounts and orders", async () => {
  const mongo = await connect();
  const paid = written.orders.filter(({ status }) => isPaid(status));
  const firsts = [...groupBy(paid, ({ user }) => hex(user)).values()].flatMap(([first]) => (first ? [first] : []));
  const rich = firsts.filter(
    ({ lines, securityDeposit, freeDeposits }) => lines.length > 1 || securityDeposit > 0 || freeDeposits > 0,
  );
  expect(rich.some(({ securityDeposit }) => securityDeposit > 0)).toBe(true);

  for (const order of rich.slice(0, 40)) {
    const { _id, user, creditedAt, steps, paymentId, time } = order;
    const account = made.accounts.find((one) => one.user._id.equals(user));
    if (!account || !creditedAt || !paymentId) throw new Error("it was credited to somebody");
    await mongo.collections.users.insertOne(account.user);
    await mongo.collections.cans.insertOne({ _id: user, ...noCans });
    await mongo.collections.deposits.insertOne({
      _id: user,
      ...noDeposit,
      collectSecurityDeposit: account.user.needSecurityDeposit,
    });
    const [created] = steps;
    await mongo.collections.orders.insertOne({
      ...order,
      status: "processing",
      paymentId: null,
      creditedAt: null,
      changedAt: time,
      rev: 0,
      steps: created ? [created] : [],
    });
    const clock = { now: () => creditedAt.getTime() };

    await moveOrder(
      { mongo, clock, audit: createAudit(mongo.collections, clock) },
      { kind: "provider", id: null, from: "" },
      { order: _id, to: "payment successful", source: "webhook", paymentId, reason: "captured" },
    );

    expect(await mongo.collections.orders.findOne({ _id })).toEqual(order);
    const ofOrder = ({ ref }: { ref?: { id: ObjectId | null } | undefined }) => ref?.id?.equals(_id) ?? false;
    const canRows = await mongo.collections.canLedger.find({ user }).sort({ at: 1 }).toArray();
    expect(plain(canRows)).toEqual(plain(written.canLedger.filter(ofOrder)));
    const depositRows = await mongo.collections.depositRows.find({ user }).toArray();
    expect(plain(depositRows)).toEqual(plain(written.depositRows.filter(ofOrder)));
  }
});

test("killed at any moment and begun again, it is the same history", async () => {
  const small = { ...plan, orders: 300 };
  const names = ["orders", "canLedger", "depositRows", "canTransactions", "penalties", "users", "cans", "deposits"];
  const contents = ({ db }: Mongo) =>
    Promise.all(names.map((name) => db.collection(name).find().sort({ _id: 1 }).toArray()));
  const whole = await connect();
  await storeHistory(whole, small);
  const expected = await contents(whole);
  expect(expected.every(({ length }) => length > 0)).toBe(true);

  const half = await connect();
  await storeHistory(half, small);
  for (const name of ["orders", "canLedger", "deposits", "users"]) {
    const some = await half.db.collection(name).find().limit(37).toArray();
    await half.db.collection(name).deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
  }
  await storeHistory(half, small);

  expect(await contents(half)).toEqual(expected);
  // What Cansole's own reconciliation finds in these books.
  const people = await half.collections.users.find().toArray();
  const { found } = await half.readAsOf((dbSession) => compareUsers(half, dbSession, people));
  expect(found.canRows).toBeGreaterThan(500);
  expect(found.drifts).toEqual([]);
});
