import { listAccountDeletions } from "#shared/account-deletion/account-deletion.api.ts";
import type { AccountDeletion, AccountDeletionRecord } from "#shared/account-deletion/account-deletion.schema.ts";
import { type Paged, pagedSource, shownAnew, withNew } from "../../live/paged.ts";

/** A request with its place in the whole list, counted from 1. */
export type NumberedDeletion = AccountDeletion & { index: number };

/**
 * Events contain no phone: one that is shown keeps its own, a new one is counted, and one of another page is nothing
 * new.
 */
export const publishedOf = (
  page: Paged<NumberedDeletion>,
  incoming: AccountDeletionRecord,
): Paged<NumberedDeletion> => {
  const shown = shownAnew(page, incoming, (known) => ({ ...known, ...incoming }));
  return shown ?? (incoming.rev > 0 ? page : withNew(page, incoming));
};

export const deletionsSource = pagedSource({
  endpoint: listAccountDeletions,
  rooms: ["accountDeletions", "users"],
  pick: ({ requests, pages, total, activePage }) => ({
    rows: requests.map((request, at): NumberedDeletion => ({ ...request, index: (activePage - 1) * 50 + at + 1 })),
    pages,
    total,
  }),
  handlers: {
    "accountDeletion.changed": publishedOf,
    "user.changed": (page, { _id, phone }) => ({
      ...page,
      rows: page.rows.map((row) => (row.userId === _id ? { ...row, UserPhoneNumber: phone } : row)),
    }),
  },
});
