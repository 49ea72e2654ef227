import { expect, test } from "vitest";
import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import { driftWords } from "./drift-words.ts";

const drift = (wanted: Partial<Drift>): Drift => ({
  _id: "d",
  kind: "cans",
  figure: "totalCans",
  user: { _id: "u", name: "Anu", phone: "" },
  cause: null,
  day: null,
  vendingMachine: null,
  product: null,
  account: 1_500,
  rows: 3,
  rowCount: 1,
  rowIds: [],
  ...wanted,
});
const order = { _id: "o", name: "OD-1", status: "processing" };

test.each<[string, Partial<Drift>, string]>([
  ["an account", {}, "Account: total cans 1,500 by the account, 3 by its rows"],
  [
    "an order that is not paid",
    { kind: "order", cause: order, figure: "credit", account: 0 },
    "Order OD-1 (processing): cans credited 0 by the order, 3 by its rows",
  ],
  [
    "a transaction that is not there",
    { kind: "transaction", cause: { _id: "t", name: "", status: "" }, figure: "debit", account: 0, rows: 1 },
    "No transaction of this id (t): cans debited 0 by the transaction, 1 by its rows",
  ],
  [
    "a slot",
    {
      kind: "transaction",
      cause: { ...order, name: "CT-1", status: "opened" },
      figure: "depositUsed",
      account: 1,
      rows: 0,
    },
    "Transaction CT-1 (opened): slots held 1 by the transaction, 0 by its rows",
  ],
  [
    "a day of sales",
    { kind: "sales", user: null, day: "2026-11-22", figure: "gst", account: 18.5, rows: 18 },
    "Sales of 22 Nov 2026: GST (₹) 18.5 by the day's row, 18 by its orders",
  ],
])("%s is said in words", (_, wanted, words) => {
  expect(driftWords(drift(wanted))).toBe(words);
});
