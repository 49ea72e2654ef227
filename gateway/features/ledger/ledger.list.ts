import { ObjectId } from "mongodb";
import { type CanScope, scopeOf } from "#shared/cans/can-scopes.server.ts";
import { ledgerList } from "#shared/ledger/ledger-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { talliedCans } from "#shared/runtime/tallies/tallied-lists.ts";
import { machineNamed } from "../../paged/narrowings.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";

/** The can ledger: each of its eight readings is one stretch of one index. */
export const ledgerPages = pagedAnswer({
  list: ledgerList,
  collection: ({ canLedger }: Collections) => canLedger,
  always: {},
  days: "at",
  sorts: { time: { field: "at", index: "scope" } },
  filters: {
    userId: (id) => ({ filter: { user: new ObjectId(id) }, index: "scope" }),
    vendingMachine: machineNamed("machine", "scope"),
    product: (id) => ({ filter: { product: new ObjectId(id) }, index: "scope" }),
  },
  gathered: (named: CanScope) => ({ filter: { scopes: scopeOf(named) }, index: "scope" }),
  tallied: talliedCans,
  fields: { at: 1, user: 1, machine: 1, product: 1, brand: 1, credit: 1, debit: 1, ref: 1, message: 1 },
});
