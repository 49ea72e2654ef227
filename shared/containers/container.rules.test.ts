import { expect, test } from "vitest";
import * as rules from "./container.rules.ts";

/** Every state that the four facts can make, and what specification section 4 says of it. */
const states = [true, false].flatMap((isWorking) =>
  [true, false].flatMap((isReserved) =>
    [true, false].flatMap((isEmpty) =>
      ["product", null].map((product) => ({ isWorking, isReserved, isEmpty, product })),
    ),
  ),
);

test.each(states)("%j offers what the specification says, and nothing else", (c) => {
  expect(rules.canChangeWorking(c)).toBe(!c.isReserved);
  expect(rules.canChangeReserved(c)).toBe(!c.isEmpty && c.isWorking);
  expect(rules.canChangeProduct(c)).toBe(c.isEmpty && c.isWorking);
  expect(rules.showsStockButton(c)).toBe(c.product !== null);
  expect(rules.canBeStocked(c)).toBe(c.isWorking && !c.isReserved && c.isEmpty && c.product !== null);
});

test("the stock button reads as it acts", () => {
  const stocked = { isWorking: true, isReserved: false, isEmpty: false, product: "p" };

  expect(rules.stockButtonText(stocked)).toBe("IN STOCK");
  expect(rules.stockButtonText({ ...stocked, isEmpty: true })).toBe("ADD TO STOCK");
  expect(rules.canChangeStock(stocked)).toBe(true);
  expect(rules.canChangeStock({ ...stocked, isReserved: true })).toBe(false);
  expect(rules.canChangeStock({ ...stocked, isWorking: false })).toBe(false);
});

test.each([
  [{ isWorking: false, isReserved: true, isEmpty: false, product: "p" }, "failure"],
  [{ isWorking: true, isReserved: true, isEmpty: false, product: "p" }, "reserved"],
  [{ isWorking: true, isReserved: false, isEmpty: true, product: null }, "unassigned"],
  [{ isWorking: true, isReserved: false, isEmpty: true, product: "p" }, "empty"],
  [{ isWorking: true, isReserved: false, isEmpty: false, product: "p" }, "available"],
] as const)("%j counts as %s", (container, state) => {
  expect(rules.containerState(container)).toBe(state);
});

test.each([
  ["an operator's reservation", { isReserved: true, reservedUntil: null }, true],
  ["a customer's running reservation", { isReserved: true, reservedUntil: 1_001 }, true],
  ["a customer's lapsed reservation", { isReserved: true, reservedUntil: 1_000 }, false],
  ["no reservation", { isReserved: false, reservedUntil: null }, false],
])("%s holds: %j is %s", (_, container, held) => {
  expect(rules.isReservedAt(container, 1_000)).toBe(held);
});
