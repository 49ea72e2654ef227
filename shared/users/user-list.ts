import * as z from "zod";
import { pagedList } from "../http/paged-list.ts";
import { usersPerPage } from "../http/paging.ts";

/** Ten a page, the newest first (specification section 9). */
export const userList = pagedList({
  filters: {
    phone: z.string().max(20, "must be at most 20 characters"),
    email: z.string().max(254, "must be at most 254 characters"),
  },
  sorts: ["createdAt"],
  byDefault: "-createdAt",
  columns: { role: "equals" },
  rowsPerPage: usersPerPage,
});

/** How many users a search answers. */
export const mostUsersFound = 50;
