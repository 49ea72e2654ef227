import { expect, test } from "vitest";
import type { TransactionLedgerEntry } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import type { Paged, QueryText } from "../../live/paged.ts";
import { withPosted, withSession } from "./transaction-ledger-source.ts";

const [anu, metro, other] = ["a", "b", "c"].map((digit) => digit.repeat(24)) as [string, string, string];
const entry: TransactionLedgerEntry = {
  _id: "1".repeat(24),
  id: "1".repeat(24),
  containerId: "1",
  containers: ["1"],
  transactionId: "CT1",
  time: "2026-01-01T00:00:00.000Z",
  vendingMachine: { _id: metro, name: "Metro", vendingMachineId: "VM-1" },
  user: { _id: anu, name: "Anu", phone: "9811111111" },
  requestStatus: "running",
  isContainerWorking: true,
  transactionType: "open",
  sessionId: "1".repeat(24),
  canTransaction: null,
};
const page: Paged<TransactionLedgerEntry> = { rows: [entry], pages: 1, total: 1, newIds: new Set(), isOld: false };
const empty = { ...page, rows: [] };
const incoming = {
  _id: "2".repeat(24),
  transactionId: "CT2",
  transactionType: "open" as const,
  user: anu,
  vendingMachine: metro,
};

test.each<[string, QueryText, typeof page, Partial<typeof incoming>, "counted" | "old" | "as it was"]>([
  ["without a filter", {}, page, {}, "counted"],
  ["of all machines", { vendingMachine: "all" }, page, {}, "counted"],
  ["of its type", { transactionType: "open" }, page, {}, "counted"],
  ["of another type", { transactionType: "stock" }, page, {}, "as it was"],
  ["of another transaction", { transactionId: "CT1" }, page, {}, "as it was"],
  ["of its machine", { vendingMachine: "VM-1" }, page, {}, "counted"],
  ["of another machine", { vendingMachine: "VM-1" }, page, { vendingMachine: other }, "as it was"],
  ["of a machine that nothing is shown of", { vendingMachine: "VM-1" }, empty, {}, "old"],
  ["of its customer", { phone: "9811111111" }, page, {}, "old"],
  ["of another customer", { phone: "9811111111" }, page, { user: other }, "as it was"],
  ["between days", { startDate: "2026-01-01" }, page, {}, "old"],
  ["that it shows already", {}, page, { _id: entry._id }, "as it was"],
])("a page %s: a new row is noticed", (_title, query, shown, options, expected) => {
  const after = withPosted(query, shown, { ...incoming, ...options });

  expect(after.newIds.size > 0 ? "counted" : after.isOld ? "old" : "as it was").toBe(expected);
  expect(after.rows).toBe(shown.rows);
});

test("what became of a command is shown in its row, and in no other", () => {
  const sessionId = entry.sessionId ?? "";

  expect(withSession(page, { sessionId, status: "failed" }).rows[0]?.requestStatus).toBe("failed");
  expect(withSession(page, { sessionId, status: "running" })).toBe(page);
  expect(withSession(page, { sessionId: other, status: "failed" })).toBe(page);
});
