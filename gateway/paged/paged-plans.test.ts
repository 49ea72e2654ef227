import { type Document, ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { deletionPages } from "../features/account-deletion/deletion.list.ts";
import { auditPages } from "../features/audit/audit.list.ts";
import { depositRowPages } from "../features/deposits/deposit-row.list.ts";
import { cansInStock } from "../features/inventory/cans-in-stock.ts";
import { ledgerPages } from "../features/ledger/ledger.list.ts";
import { orderPages, orderPagesFor } from "../features/orders/order.list.ts";
import { owedPages } from "../features/penalties/owed.list.ts";
import { salesPages } from "../features/sales/sales.list.ts";
import { transactionLedgerPages } from "../features/transaction-ledger/transaction-ledger.list.ts";
import { transactionPages } from "../features/transactions/transaction.list.ts";
import { userPages } from "../features/users/user.list.ts";
import { declaredEndpoints } from "../testing/declared-endpoints.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine } from "../testing/network.ts";
import { auditedRecord, canOfLedger, commandOfLedger, depositor, plantLists } from "../testing/planted-lists.ts";
import type { PagedAnswer } from "./paged-answer.ts";
import { questionOf } from "./paged-question.ts";

interface Planned {
  answer: PagedAnswer;
  /** A value of each filter, which finds some of what was planted, on the days below too. */
  values: Record<string, string>;
  /** Filters by what is unique: its index has no more than that, and the one record is read. */
  unique?: string[];
  /** It grows by a row a day: what a filter leaves may be found by reading along the index of the order. */
  isShort?: true;
}
/** Every declared list. */
const lists: Record<string, Planned> = {
  listAudit: {
    answer: auditPages as unknown as PagedAnswer,
    values: { record: auditedRecord.toHexString(), actor: depositor.toHexString(), kind: "machines" },
  },
  listAccountDeletions: { answer: deletionPages as unknown as PagedAnswer, values: {} },
  listCansInStock: {
    answer: cansInStock as unknown as PagedAnswer,
    values: {
      vendingMachine: "PLAN-3",
      age: "over-30",
      name: "name 7",
      vendingMachineId: "plan-11",
      containerId: "3",
      product: "b2",
    },
  },
  listLedger: {
    answer: ledgerPages as unknown as PagedAnswer,
    values: { userId: depositor.toHexString(), vendingMachine: "PLAN-3", product: canOfLedger.toHexString() },
  },
  listOrders: {
    answer: orderPages as unknown as PagedAnswer,
    values: {
      orderId: "OD-32",
      paymentId: "pay_33",
      phone: "7770000096",
      user: "person 9",
      vendingMachine: "PLAN-12",
      machine: "name 7",
      product: canOfLedger.toHexString(),
      status: "payment failed",
    },
    unique: ["orderId"],
  },
  listDepositRows: {
    answer: depositRowPages as unknown as PagedAnswer,
    values: { user: depositor.toHexString() },
  },
  listOwedPenalties: { answer: owedPages as unknown as PagedAnswer, values: {} },
  listTransactionLedger: {
    answer: transactionLedgerPages as unknown as PagedAnswer,
    values: {
      vendingMachine: "PLAN-3",
      transactionId: commandOfLedger,
      phone: "7770000003",
      transactionType: "stock",
      machine: "name 7",
    },
  },
  listSales: {
    answer: salesPages as unknown as PagedAnswer,
    values: {
      month: "Jan",
      date: "2026-01-0",
      sales: "1002",
      refundableDeposit: "20",
      securityDeposit: "20",
      gst: "184",
    },
    isShort: true,
  },
  listTransactions: {
    answer: transactionPages as unknown as PagedAnswer,
    values: {
      vendingMachine: "PLAN-3",
      transactionId: "TX-120",
      phone: "7770000003",
      status: "pending",
      review: "any",
      machine: "name 7",
    },
  },
  listUsers: {
    answer: userPages as unknown as PagedAnswer,
    values: { phone: "7770000007", email: "u7@example.in", role: "staff" },
  },
};
const days = { startDate: "2026-01-03", endDate: "2026-01-04" };

const gateway = setUpGateway();
beforeAll(() => plantLists(gateway.parts));

const stagesOf = (plan: Document): string[] => [
  String(plan.stage),
  ...[plan.inputStage, ...(plan.inputStages ?? [])].filter(Boolean).flatMap((stage: Document) => stagesOf(stage)),
];

const explain = async (answer: PagedAnswer, query: Record<string, unknown>) => {
  const { mongo, config } = gateway.parts;
  const dbSession = mongo.client.startSession();
  try {
    const look = { dbSession, collections: mongo.collections };
    const question = await questionOf(answer, query, look, config.TIME_ZONE);
    if (!question) throw new Error("the planted rows are found");
    const { filter, sort, readBy, countBy } = question;
    const collection = answer.collection(mongo.collections);
    const found = await collection.countDocuments(filter);
    const ofPage = await collection.find(filter).sort(sort).hint(readBy).limit(50).explain("executionStats");
    const counting = [{ $match: filter }, { $count: "total" }];
    const ofCount = await collection.aggregate(counting, { hint: countBy }).explain("executionStats");
    return { found, ofPage, ofCount: ofCount.stages?.[0]?.$cursor ?? ofCount };
  } finally {
    await dbSession.endSession();
  }
};

const queries = Object.entries(lists).flatMap(([name, { answer, values, unique = [], isShort = false }]) => {
  const { filters, columns, sorts } = answer.list as AnyPagedList;
  const ways = sorts.flatMap((sort) => [sort, `-${sort}`]);
  const narrowed = Object.keys({ ...filters, ...columns })
    .filter((key) => key !== "startDate" && key !== "endDate")
    .map((key): [string, Record<string, unknown>] => [key, { [key]: values[key] }]);
  const all: [string, Record<string, unknown>][] = [["no filter", {}], ...narrowed];
  const withDays = answer.days
    ? all.map(([words, query]): (typeof all)[0] => [`${words}, some days`, { ...query, ...days }])
    : [];
  return [...all, ...withDays].flatMap(([words, query]) =>
    ways.map((sort) => ({
      title: `${name}: ${words}, by ${sort}`,
      answer,
      query: { ...query, sort },
      isUnique: unique.some((key) => key in query),
      isShort,
    })),
  );
});

test("every declared list is explained here, and every filter of it has a value", async () => {
  // Pages that are found in the gateway's memory are read by id.
  const inMemory = ["listLiveStatus", "listInventoryPages", "listRegisteredPages"];
  const paged = (await declaredEndpoints()).filter(
    ([name, { query }]) => query && "sort" in query.shape && !inMemory.includes(name),
  );
  expect(paged.map(([name]) => name).sort()).toEqual(Object.keys(lists).sort());
  for (const [name, { query }] of paged) expect(query).toBe(lists[name]?.answer.list.query);
  for (const { query } of queries) expect(Object.values(query)).not.toContain(undefined);
});

describe("of every filter and sort an index reads the page and counts", () => {
  test.each(queries)("$title", async ({ answer, query, isUnique, isShort }) => {
    const { found, ofPage, ofCount } = await explain(answer, query);
    const shown = Math.min(50, found);
    const page = ofPage.executionStats;

    expect(found).toBeGreaterThan(0);
    expect(stagesOf(ofPage.queryPlanner.winningPlan)).not.toContain("COLLSCAN");
    // In the order of the index: nothing is gathered to be sorted, but what is one record.
    if (!isUnique) expect(stagesOf(ofPage.queryPlanner.winningPlan)).not.toContain("SORT");
    expect(page.nReturned).toBe(shown);
    expect(stagesOf(ofCount.queryPlanner.winningPlan)).not.toContain("COLLSCAN");
    if (isShort) return;
    // Each end of a range of values costs one more key.
    expect(page.totalKeysExamined).toBeLessThanOrEqual(shown + 10);
    expect(page.totalDocsExamined).toBeLessThanOrEqual(shown);
    expect(ofCount.executionStats.totalKeysExamined).toBeLessThanOrEqual(found + 10);
    expect(ofCount.executionStats.totalDocsExamined).toBeLessThanOrEqual(isUnique ? 1 : 0);
  });
});

test("orders of a machine in one state are read and counted by the index of both", async () => {
  const query = { vendingMachine: "PLAN-12", status: "payment failed", ...days };
  const { found, ofPage, ofCount } = await explain(orderPagesFor(query) as unknown as PagedAnswer, query);

  expect(found).toBeGreaterThan(0);
  expect(stagesOf(ofPage.queryPlanner.winningPlan)).not.toContain("SORT");
  for (const { executionStats } of [ofPage, ofCount]) {
    expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(found + 10);
  }
  expect(ofCount.executionStats.totalDocsExamined).toBe(0);
});

test("so many machines that their orders cannot be merged are read in the order of all", async () => {
  const many = Array.from({ length: 210 }, (_, at) => ({ name: `Crowd ${at}`, vendingMachineId: `CROWD-${at}` }));
  for (const names of many) {
    const machine = await addMachine(gateway.parts, { ...names, _id: new ObjectId() });
    await gateway.stores.containers.insertOne(
      aContainer(machine, 1, { isEmpty: false, stockedOn: new Date(Date.UTC(2027, 0, 1)) }),
    );
  }

  const { found, ofPage } = await explain(cansInStock as unknown as PagedAnswer, { name: "crowd" });

  expect(found).toBe(210);
  expect(stagesOf(ofPage.queryPlanner.winningPlan)).not.toContain("SORT");
  expect(ofPage.executionStats.totalDocsExamined).toBeLessThanOrEqual(50);
});
