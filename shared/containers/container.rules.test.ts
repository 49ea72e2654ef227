import { expect, test } from "vitest";
import * as rules from "./container.rules.ts";
import { type ActionName, actions, caseName, containerCases } from "./testing/container-cases.ts";

const rulesOf: Record<ActionName, (c: rules.ContainerFacts) => boolean> = {
  "change working": rules.canChangeWorking,
  "change reserved": rules.canChangeReserved,
  "choose product": rules.canChangeProduct,
  "remove product": rules.canRemoveProduct,
  "add to stock": rules.canBeStocked,
  "mark empty": rules.canBeEmptied,
  delete: rules.canDelete,
};

test.each(containerCases.map((one) => ({ name: caseName(one), ...one })))(
  "a container that is $name allows: $allowed",
  ({ hasProduct, allowed, ...facts }) => {
    const container = { ...facts, product: hasProduct ? "p" : null };

    expect(actions.filter((action) => rulesOf[action](container))).toEqual(allowed);
    expect(rules.showsStockButton(container)).toBe(hasProduct);
  },
);

test("the table names every state once", () => {
  expect(new Set(containerCases.map(caseName)).size).toBe(16);
});

test("the stock button reads as it acts", () => {
  const stocked = { isWorking: true, isReserved: false, isEmpty: false, product: "p" };

  expect(rules.stockButtonText(stocked)).toBe("IN STOCK");
  expect(rules.stockButtonText({ ...stocked, isEmpty: true })).toBe("ADD TO STOCK");
  expect(rules.canChangeStock(stocked)).toBe(true);
  expect(rules.canChangeStock({ ...stocked, isReserved: true })).toBe(false);
  expect(rules.canChangeStock({ ...stocked, isWorking: false })).toBe(false);
  expect(rules.canBeEmptied({ ...stocked, isReserved: true, toBeChecked: true })).toBe(true);
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
])("%s applies: %j is %s", (_, container, held) => {
  expect(rules.isReservedAt(container, 1_000)).toBe(held);
});

test("the states in the order in which containersInfo names them; deposits are no brand to filter by", () => {
  expect(rules.containerStates).toEqual(["failure", "reserved", "unassigned", "empty", "available"]);
  expect(rules.refundableDeposit).toBe("Refundable Deposit");
});
