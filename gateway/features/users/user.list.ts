import type { Collections } from "#shared/runtime/collections.ts";
import { userList } from "#shared/users/user-list.ts";
import { equals } from "../../paged/narrowings.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";

/** Customers and operators, as they were added. */
export const userPages = pagedAnswer({
  list: userList,
  collection: ({ users }: Collections) => users,
  always: {},
  sorts: { createdAt: { field: "createdAt", index: "added" } },
  filters: {
    phone: equals("phone", "phoneAdded"),
    email: (value) => ({ filter: { email: value.toLowerCase() }, index: "emailAdded" }),
    role: equals("role", "addedAs"),
  },
  // The password is not even read.
  fields: {
    phone: 1,
    name: 1,
    email: 1,
    role: 1,
    suspend: 1,
    needDeposit: 1,
    needSecurityDeposit: 1,
    penaltiesOwed: 1,
    createdAt: 1,
    deletedAt: 1,
    rev: 1,
  },
});
