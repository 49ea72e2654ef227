import { text } from "../http/fields.ts";
import { pagedList } from "../http/paged-list.ts";
import { usersPerPage } from "../http/paging.ts";

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
