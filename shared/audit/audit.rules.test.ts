import { expect, test } from "vitest";
import { auditKinds, seesAddresses, seesChanges, verbWords } from "./audit.rules.ts";

test.each([
  ["container.stocked", "Container stocked"],
  ["apiKey.ended", "Api key ended"],
  ["unit.key-accepted", "Unit key accepted"],
  ["product.image.changed", "Product image changed"],
])("%s reads %s", (verb, words) => {
  expect(verbWords(verb)).toBe(words);
});

test.each([
  ["admin", "users", true],
  ["admin", "machines", true],
  ["staff", "machines", true],
  ["staff", "canTransactions", true],
  ["staff", "users", false],
  ["staff", "apiKeys", false],
  ["staff", "webhooks", false],
] as const)("%s sees what changed of %s: %s", (role, kind, sees) => {
  expect(seesChanges(role, kind)).toBe(sees);
});

test("addresses are for admins, and every kind has a name", () => {
  expect([seesAddresses("admin"), seesAddresses("staff")]).toEqual([true, false]);
  expect(auditKinds.get("canTransactions")).toBe("Transaction");
  expect(auditKinds.get("machines")).toBe("Vending machine");
  expect(auditKinds.get("sessions")).toBe("Session");
  expect(auditKinds.get("paymentEvents")).toBe("Payment notice");
  expect(auditKinds.get("unknownPayments")).toBe("Unmatched payment");
});
