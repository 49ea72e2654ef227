import { record } from "../events/record.ts";
import { Deposit } from "./deposit.schema.ts";

/** Published to its user's room: its `_id` is the user's. */
export const depositRecord = record({
  name: "deposit",
  collection: "deposits",
  view: Deposit,
  key: "deposit",
  lists: [],
  keepsBefore: true,
  rooms: ({ _id }) => [`user/${_id}`],
  words: { one: "deposit", many: "deposits", removed: "This deposit was removed" },
});
