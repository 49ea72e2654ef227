import type { Collections } from "#shared/runtime/collections.ts";
import { talliedCommands } from "#shared/runtime/tallies/tallied-lists.ts";
import { transactionLedgerList } from "#shared/transaction-ledger/transaction-ledger-list.ts";
import { equals, idWhereNameBegins, machineNamed, userWithPhone } from "../../paged/narrowings.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";

/** Commands and returns as they were made. What leaves least leads. */
export const transactionLedgerPages = pagedAnswer({
  list: transactionLedgerList,
  collection: ({ transactionLedger }: Collections) => transactionLedger,
  always: {},
  days: "at",
  sorts: { time: { field: "at", index: "at" } },
  filters: {
    transactionId: equals("ids", "idsAt"),
    phone: userWithPhone("user", "userAt"),
    vendingMachine: machineNamed("machine", "machineAt"),
    machine: idWhereNameBegins({ field: "machine", index: "machineAt" }, ({ machines }) => machines, "name"),
    transactionType: equals("type", "typeAt"),
  },
  tallied: talliedCommands,
  fields: {
    at: 1,
    type: 1,
    transactionId: 1,
    user: 1,
    machine: 1,
    vendingMachineId: 1,
    containers: 1,
    session: 1,
    canTransaction: 1,
  },
});
