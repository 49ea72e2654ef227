import { ObjectId } from "mongodb";
import { depositRowList } from "#shared/deposits/deposit-row-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";

/** Every change of deposits, the newest first. */
export const depositRowPages = pagedAnswer({
  list: depositRowList,
  collection: ({ depositRows }: Collections) => depositRows,
  always: {},
  sorts: { at: { field: "at", index: "at" } },
  filters: { user: (id) => ({ filter: { user: new ObjectId(id) }, index: "user" }) },
  fields: {
    user: 1,
    at: 1,
    deposit: 1,
    securityDeposit: 1,
    depositBought: 1,
    depositUsed: 1,
    freeDeposit: 1,
    by: 1,
    ref: 1,
    reason: 1,
  },
});
