import { findUsers, listUsers } from "#shared/users/user.api.ts";
import type { User } from "#shared/users/user.schema.ts";
import { mostUsersFound } from "#shared/users/user-list.ts";
import { cameMeanwhile, type Paged, type PagedSource, pagedSource, type QueryText } from "../../live/paged.ts";

const handlers = { "user.changed": (page: Paged<User>, incoming: User) => cameMeanwhile(page, incoming) };
const pages = pagedSource({
  endpoint: listUsers,
  rooms: ["users"],
  pick: ({ users: rows, pages: many, total }) => ({ rows, pages: many, total }),
  handlers,
});

/** What was typed finds by how phone and email begin: one page, of which the heads are answered here. */
const found = ({ sort, latest, role }: QueryText) =>
  pagedSource({
    endpoint: findUsers,
    rooms: ["users"],
    pick: ({ data }) => {
      const isOldestFirst = sort === "createdAt" || latest === "false";
      const rows = data
        .filter((user) => role === undefined || user.role === role)
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      return { rows: isOldestFirst ? rows.reverse() : rows, pages: 1, total: rows.length };
    },
    handlers,
  });

const isSearch = ({ phone, email }: QueryText) => Boolean(phone || email);
const typed = ({ phone = "", email = "" }: QueryText) => ({ phone, email });

/** Users ten a page; those that a phone or an email finds, on one. */
export const usersSource: PagedSource<User> = {
  atomOf: (query) => (isSearch(query) ? found(query).atomOf(typed(query)) : pages.atomOf(query)),
  all: (query) => (isSearch(query) ? found(query).all(typed(query)) : pages.all(query)),
};

/** There may be more than were found. */
export const isCutOff = (filters: QueryText, total: number): boolean => isSearch(filters) && total >= mostUsersFound;
