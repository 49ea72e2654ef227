import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aCanRow, aContainer, aMachine, aPenalty, aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { aLedgerRow, aTransaction } from "#shared/runtime/testing/stored-transactions.ts";

/*
 * Records whose values spreadsheets read otherwise: formulas, figures that are names, leading zeros, other scripts,
 * nothing at all; of customers, machines and products that are there no more; each side of midnight and of a change of
 * clocks.
 */

/** Seconds around midnight in Asia/Kolkata, around both changes of clocks of 2026 in America/Havana, and a leap day. */
const moments = [
  "2024-02-29T12:00:00.000Z",
  "2026-03-08T04:59:59.000Z",
  "2026-03-08T05:00:00.000Z",
  "2026-03-31T18:29:59.000Z",
  "2026-03-31T18:30:00.000Z",
  "2026-11-01T03:59:59.000Z",
  "2026-11-01T04:30:00.000Z",
  "2026-11-01T05:30:00.000Z",
];
/** The moments above by their place. */
export const when = (nth: number): Date => new Date(moments[nth] ?? 0);

export const odd = {
  formula: "=1+1",
  link: '=HYPERLINK("http://x","y")',
  plus: "+919847012345",
  minus: "-5",
  at: "@SUM(A1)",
  zeros: "007",
  exponent: "1E5",
  digits: "123456789012345678901234",
  share: "3/4",
  truth: "TRUE",
  script: "कोच्चि മെട്രോ சென்னை",
  emoji: '👩‍👩‍👧 O\'Brien; "Zoë", <b>&amp;</b>',
  escaped: "_x0041_",
  lines: "two\nlines",
  long: "x".repeat(300),
};
const { formula, link, plus, minus, at, zeros, exponent, digits, share, truth, script, emoji, escaped, lines, long } =
  odd;

const gone = new ObjectId();

export const plantOddRecords = async ({ collections }: Pick<Mongo, "collections">) => {
  const deletedId = new ObjectId();
  const known = {
    first: aUser({ role: "customer", name: formula, phone: "0098470123", email: "a@example.in" }),
    second: aUser({ role: "customer", name: script, phone: "9847012345" }),
    third: aUser({ role: "customer", name: emoji, suspend: true, penaltiesOwed: 2 }),
    nameless: aUser({ role: "customer", name: "" }),
    deleted: aUser({
      _id: deletedId,
      role: "customer",
      name: "Account deleted",
      phone: `deleted-${deletedId}`,
      deletedAt: new Date(),
    }),
    admin: aUser({ role: "admin", name: minus, email: "admin@example.in" }),
  };
  const { first, second, third, nameless, deleted, admin } = known;
  const people = Object.values(known).map((user, nth) => ({ ...user, createdAt: when(nth) }));
  const metro = aMachine({ name: `${script} "Gate" 2; north`, vendingMachineId: zeros });
  const other = aMachine({ name: plus, vendingMachineId: exponent });
  const noMachine = { _id: gone, vendingMachineId: "VM-GONE", profile: new ObjectId() };
  const product = aProduct({ brand: share });

  const orders = [
    anOrder(first, metro, { orderId: zeros, paymentId: exponent, status: "payment successful" }),
    anOrder(second, other, {
      orderId: digits,
      lines: [anOrderLine({ brand: formula, unitPrice: 0 })],
      status: "payment failed",
    }),
    anOrder(third, noMachine, { orderId: link, paymentId: "", lines: [anOrderLine({ unitPrice: 1, quantity: 3 })] }),
    anOrder(nameless, metro, {
      orderId: at,
      lines: [anOrderLine({ brand: emoji, unitPrice: 1_000_000_000, quantity: 1 })],
    }),
    anOrder(deleted, metro, { orderId: truth, status: "payment canceled" }),
    anOrder({ _id: gone }, metro, {
      orderId: long,
      lines: [
        anOrderLine({ brand: share, block: "bundle", quantity: 6, unitPrice: 3_333 }),
        anOrderLine({ brand: "DEPOSIT", productType: "deposit", quantity: 3, unitPrice: 1_005 }),
      ],
      discount: { productDiscount: 7, couponDiscount: 10, totalDiscount: 17 },
      penalty: { quantity: 3, unitPrice: 333, totalPrice: 1_000, penalties: [] },
      securityDeposit: 20_029,
    }),
  ].map((order, nth) => ({ ...order, time: when(nth), changedAt: when(nth) }));

  const transactions = [
    aTransaction(first, metro, {
      transactionId: digits,
      containerId: "1.10",
      brand: formula,
      status: "opened",
      returnCan: true,
      containerOpen: true,
    }),
    aTransaction(deleted, noMachine, { transactionId: minus, containerId: zeros, brand: script, status: "failed" }),
    aTransaction({ _id: gone }, other, { transactionId: share, containerId: exponent, brand: "" }),
  ].map((can, nth) => ({ ...can, time: when(nth), changedAt: when(nth) }));

  const of = (user: ObjectId, machine: ObjectId) => ({ user, machine, product: product._id });
  const canRows = [
    aCanRow(of(first._id, metro._id), {
      credit: 3,
      ref: { kind: "order", id: orders[0]?._id ?? null },
      message: lines,
      brand: share,
    }),
    aCanRow(of(nameless._id, other._id), {
      credit: 0,
      debit: 1,
      ref: { kind: "transaction", id: transactions[0]?._id ?? null },
    }),
    aCanRow(of(deleted._id, gone), { credit: 0, debit: 5, ref: { kind: "operator", id: admin._id }, message: formula }),
    aCanRow(of(gone, metro._id), { credit: 0, debit: 0, ref: { kind: "system", id: null }, message: escaped }),
    aCanRow(of(gone, metro._id), { credit: 1, ref: { kind: "order", id: gone }, message: at }),
  ].map((row, nth) => ({ ...row, at: when(nth) }));

  const broken = aSession(metro, { status: "failed" });
  const [brokenRow] = rowsOfSession(broken);
  const ledgerRows = [
    aLedgerRow(metro, { user: first._id, containers: ["1.10", zeros], type: "stock", transactionId: digits }),
    aLedgerRow(noMachine, { user: deleted._id, containers: [], type: "return", session: null, transactionId: minus }),
    aLedgerRow(metro, { session: broken._id, containers: [exponent], transactionId: exponent }),
    aLedgerRow(other, { user: nameless._id, type: "open", transactionId: at }),
  ].map((row, nth) => ({ ...row, at: when(nth) }));

  const cans = [
    aContainer(metro, 1, { isEmpty: false, product: product._id, label: "1.10", stockedOn: when(0) }),
    aContainer({ _id: gone }, 2, { isEmpty: false, product: gone, label: zeros, stockedOn: when(3) }),
    aContainer(other, 3, { isEmpty: false, isWorking: false, product: product._id }),
  ];
  const penalties = [
    aPenalty(first._id, { amount: 10, quantity: 3, message: formula }),
    aPenalty(deleted._id, { amount: 1, quantity: 1, message: "" }),
    aPenalty(gone, { amount: 0, quantity: 0, message: lines }),
    aPenalty(first._id, { paid: true }),
  ].map((penalty, nth) => ({ ...penalty, createdAt: when(nth) }));

  await collections.users.insertMany(people);
  await collections.machines.insertMany([metro, other]);
  await collections.products.insertOne(product);
  await collections.orders.insertMany(orders);
  await collections.canTransactions.insertMany(transactions);
  await collections.canLedger.insertMany(canRows);
  await collections.sessions.insertOne(broken);
  if (brokenRow)
    await collections.sessionRows.insertOne({
      ...brokenRow,
      facts: { failed: { at: new Date(), code: "DOOR_JAMMED" } } as unknown as typeof brokenRow.facts,
    });
  await collections.transactionLedger.insertMany(ledgerRows);
  await collections.containers.insertMany(cans);
  await collections.penalties.insertMany(penalties);
  return { people, ledgerRows, deletedId, gone };
};
