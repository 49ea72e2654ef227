import type { Collections } from "#shared/runtime/collections.ts";
import { talliedTransactions } from "#shared/runtime/tallies/tallied-lists.ts";
import { CanReview } from "#shared/transactions/can-status.ts";
import { transactionList } from "#shared/transactions/transaction-list.ts";
import {
  equals,
  idWhereNameBegins,
  machineNamed,
  pagesByMachineAndStatus,
  userWithPhone,
} from "../../paged/narrowings.ts";
import { type Narrowing, pagedAnswer } from "../../paged/paged-answer.ts";

const flagged: Narrowing = (why) => ({
  filter: { review: why === "any" ? { $in: CanReview.options } : why },
  index: "reviewTime",
});

/** Cans as they were taken. What leaves least leads. */
export const transactionPages = pagedAnswer({
  list: transactionList,
  collection: ({ canTransactions }: Collections) => canTransactions,
  always: {},
  days: "time",
  sorts: { time: { field: "time", index: "time" } },
  filters: {
    transactionId: equals("transactionId", "transactionIdTime"),
    phone: userWithPhone("user", "userTime"),
    vendingMachine: machineNamed("machine", "machineTime"),
    machine: idWhereNameBegins({ field: "machine", index: "machineTime" }, ({ machines }) => machines, "name"),
    status: equals("status", "statusTime"),
    review: flagged,
  },
  tallied: talliedTransactions,
  fields: {
    transactionId: 1,
    status: 1,
    time: 1,
    user: 1,
    machine: 1,
    vendingMachineId: 1,
    product: 1,
    brand: 1,
    containerId: 1,
    returnCan: 1,
    depositUsed: 1,
    isContainerWorking: 1,
    containerOpen: 1,
    containerClose: 1,
    returnCanVerified: 1,
    comment: 1,
    containerOpenTime: 1,
    vendingMachineMessage: 1,
    session: 1,
    live: 1,
    refundedAt: 1,
    returnedAt: 1,
    review: 1,
    rev: 1,
  },
});

/** How the list answers this query. */
export const transactionPagesFor = pagesByMachineAndStatus(transactionPages);
