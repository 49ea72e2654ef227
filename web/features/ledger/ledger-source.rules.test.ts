import { expect, test } from "vitest";
import { concerns } from "./ledger-source.ts";

const [user, product, vendingMachine, other] = ["a", "b", "c", "d"].map((digit) => digit.repeat(24));
const posted = {
  brand: "Cola",
  credit: 1,
  debit: 0,
  _id: "e".repeat(24),
  user: `${user}`,
  product: `${product}`,
  vendingMachine: `${vendingMachine}`,
};

test.each([
  [{}, true],
  [{ userId: user }, true],
  [{ userId: other }, false],
  [{ product: product?.toUpperCase() }, true],
  [{ product: other }, false],
  [{ vendingMachine }, true],
  [{ vendingMachine: other }, false],
  // The event does not contain the machine.
  [{ vendingMachine: "VM-7" }, true],
  [{ userId: user, product: other }, false],
  [{ page: 3, latest: "true" }, true],
])("a page of %j shows the row: %s", (query, shown) => {
  expect(concerns(query, posted)).toBe(shown);
});
