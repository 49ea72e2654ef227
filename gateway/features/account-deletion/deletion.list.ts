import type { AccountDeletionDocument } from "#shared/account-deletion/account-deletion.document.server.ts";
import type { AccountDeletion } from "#shared/account-deletion/account-deletion.schema.ts";
import { accountDeletionList } from "#shared/account-deletion/account-deletion-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";
import type { Show } from "../../paged/paged-reader.ts";
import { accountDeletionView } from "./account-deletions.view.ts";

/** Requests as they came. */
export const deletionPages = pagedAnswer({
  list: accountDeletionList,
  collection: ({ accountDeletions }: Collections) => accountDeletions,
  always: {},
  sorts: { requestTime: { field: "requestTime", index: "requestTime" } },
  filters: {},
  fields: { user: 1, requestTime: 1, processedAt: 1, rev: 1 },
});

/** With the phone of whose account it is, as it is now. */
export const showDeletions =
  ({ collections: { users } }: Pick<Mongo, "collections">): Show<AccountDeletionDocument, AccountDeletion> =>
  async (found, dbSession) => {
    const people = found.map(({ user }) => user);
    const userOf = await readByIds(users, dbSession, people, ["phone"]);
    return found.map((request) => ({
      ...accountDeletionView(request),
      UserPhoneNumber: userOf(request.user)?.phone ?? "",
    }));
  };
