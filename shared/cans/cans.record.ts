import { record } from "../events/record.ts";
import { Cans } from "./cans.schema.ts";

/** Published to its user's room: its `_id` is the user's. */
export const cansRecord = record({
  name: "cans",
  collection: "cans",
  view: Cans,
  key: "cans",
  listKey: "cans",
  lists: [],
  keepsBefore: true,
  rooms: ({ _id }) => [`user/${_id}`],
  words: { one: "record of cans", many: "records of cans", removed: "This record of cans was removed" },
});
