import { expect, test } from "vitest";
import type { LedgerEntry, LedgerReference } from "./ledger.schema.ts";
import { boughtWith, takenOf } from "./taken-cans.rules.ts";

const order = "o1";
/** "order o1 +3", "transaction t1 -1": who moved how many cans, one row after another. */
const rowsOf = (...moves: string[]): LedgerEntry[] => {
  let total = 0;
  return moves.map((move, at) => {
    const [kind = "", id = "", figure = ""] = move.split(" ");
    const change = Number(figure);
    total += change;
    return {
      _id: `r${at}`,
      time: `2026-11-22T08:00:0${at}.000Z`,
      reference: { kind: kind as LedgerReference["kind"], id, label: id.toUpperCase() },
      user: { _id: "u", name: "Anu", phone: "7110000001" },
      product: { _id: "p", brand: "Cola" },
      vendingMachine: { _id: "m", name: "Metro", vendingMachineId: "MTR-1" },
      credit: Math.max(0, change),
      debit: Math.max(0, -change),
      total,
      message: "",
    };
  });
};

test.each([
  ["nothing is taken yet", ["order o1 +3"], []],
  ["two of three are taken", ["order o1 +3", "transaction t1 -1", "transaction t2 -1"], ["T1", "T2"]],
  ["cans of before are taken first", ["order o0 +2", "order o1 +1", "transaction t1 -1", "transaction t2 -1"], []],
  ["then its own", ["order o0 +1", "order o1 +2", "transaction t1 -1", "transaction t2 -1"], ["T2"]],
  [
    "those of a later order are not its own",
    ["order o1 +1", "order o2 +2", "transaction t1 -1", "transaction t2 -1"],
    ["T1"],
  ],
  ["a refunded can is there again", ["order o1 +2", "transaction t1 -1", "transaction t1 +1"], []],
  [
    "the refund of a later one changes nothing",
    ["order o1 +1", "order o2 +1", "transaction t1 -1", "transaction t2 -1", "transaction t2 +1"],
    ["T1"],
  ],
  [
    "the refund of one of before stands before its own again",
    ["order o0 +1", "order o1 +1", "transaction t1 -1", "transaction t1 +1", "transaction t2 -1"],
    [],
  ],
  [
    "of two cans the refunded one is there again",
    ["order o1 +2", "transaction t1 -1", "transaction t2 -1", "transaction t1 +1"],
    ["T2"],
  ],
  ["a row of no cans is not the order's credit", ["order o1 +0", "order o1 +2", "transaction t1 -1"], ["T1"]],
  ["what an operator debits is gone", ["order o1 +3", "operator p1 -2"], ["P1", "P1"]],
])("%s", (_what, moves, by) => {
  const found = takenOf(rowsOf(...moves), order);

  expect(found?.by.map(({ reference }) => reference.label)).toEqual(by);
  expect(found?.taken).toBe(by.length);
});

test("without its credit nothing is known", () => {
  expect(takenOf(rowsOf("order o2 +3", "transaction t1 -1"), order)).toBeNull();
});

test.each([
  ["the only order", ["order o1 +3", "transaction t1 -1"], "o1"],
  [
    "the oldest order that has cans left",
    ["order o0 +1", "order o1 +2", "transaction t0 -1", "transaction t1 -1"],
    "o1",
  ],
  ["the order of a refunded can", ["order o1 +1", "transaction t1 -1", "order o2 +1", "transaction t1 +1"], "o1"],
  [
    "the order whose can is back again",
    ["order o1 +1", "transaction t0 -1", "order o2 +1", "transaction t0 +1", "transaction t1 -1"],
    "o1",
  ],
  ["none, where an operator gave it", ["operator p1 +1", "order o1 +1", "transaction t1 -1"], null],
  ["the order, beside a row of no cans", ["order o1 +1", "transaction t1 +0", "transaction t1 -1"], "o1"],
  ["none, where it was never debited", ["order o1 +1"], null],
  ["the order, where an operator gave others later", ["order o1 +1", "transaction t1 -1", "operator p1 +1"], "o1"],
  ["none, where an order took cans away", ["operator p1 +2", "order o1 -1", "transaction t1 -1"], null],
])("a can comes from %s", (_what, moves, bought) => {
  expect(boughtWith(rowsOf(...moves), "t1")).toBe(bought);
});
