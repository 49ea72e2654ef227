import { record } from "../events/record.ts";
import { AccountDeletionRecord } from "./account-deletion.schema.ts";

/** Nobody edits it: an admin deletes the account, and it is processed. */
export const accountDeletionRecord = record({
  name: "accountDeletion",
  collection: "accountDeletions",
  view: AccountDeletionRecord,
  key: "request",
  listKey: "requests",
  lists: ["accountDeletions"],
  keepsBefore: false,
  words: { one: "account deletion request", many: "account deletion requests", removed: "This request was removed" },
});
