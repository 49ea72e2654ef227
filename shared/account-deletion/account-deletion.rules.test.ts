import { expect, test } from "vitest";
import { deletedText, erasedName, erasedPhone, whyNotDelete, writtenOff } from "./account-deletion.rules.ts";

const open = { processingOrders: 0, pendingTransactions: 0 };

test.each([
  [{ role: "customer", ...open }, null],
  [{ role: "staff", ...open }, "This is an operator's account: make the user a customer first"],
  [{ role: "admin", ...open }, "This is an operator's account: make the user a customer first"],
  [
    { role: "customer", processingOrders: 1, pendingTransactions: 0 },
    "An order is processing: wait until it is paid, failed or canceled",
  ],
  [
    { role: "customer", processingOrders: 0, pendingTransactions: 2 },
    "A transaction is pending: open or refund it first",
  ],
] as const)("%o: %s", (facts, why) => {
  expect(whyNotDelete(facts)).toBe(why);
});

test("nothing names the person, and each account keeps a phone of its own that is none", () => {
  expect([erasedName, writtenOff, deletedText]).toEqual([
    "Account deleted",
    "Account deleted",
    "This account was deleted",
  ]);
  expect([erasedPhone("a1"), erasedPhone("b2")]).toEqual(["deleted-a1", "deleted-b2"]);
});
