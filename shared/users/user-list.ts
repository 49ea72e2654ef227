import { text } from "../http/fields.ts";
import { pagedList } from "../http/paged-list.ts";
import { usersPerPage } from "../http/paging.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import type { User } from "./user.schema.ts";

/** Ten a page, the newest first (specification: Constants). */
export const userList = pagedList({
  filters: {
    phone: text(20),
    email: text(254),
  },
  sorts: ["createdAt"],
  byDefault: "-createdAt",
  columns: { role: "equals" },
  rowsPerPage: usersPerPage,
});

/** How many users a search answers. */
export const mostUsersFound = 50;

/** The most important state of a user as one word; empty where there is none. */
const stateOf = ({ suspend, hasPenalty, deletedAt }: User): string =>
  [deletedAt && "Deleted", suspend && "Suspended", hasPenalty && "Has penalty"].filter(Boolean).join(", ");

/** Named and ordered as on the screen (specification: Users). */
export const userListColumns = [
  { id: "name", head: "Name", width: 220, value: ({ name }) => name },
  { id: "phone", head: "Phone", width: 132, value: ({ phone }) => phone },
  { id: "email", head: "Email", width: 240, value: ({ email }) => email || null },
  { id: "role", head: "Role", width: 116, value: ({ role }) => role },
  { id: "state", head: "State", width: 180, value: stateOf },
  { id: "createdAt", head: "Added", kind: "time", width: 150, value: ({ createdAt }) => createdAt },
] as const satisfies readonly ListColumn<User>[];
