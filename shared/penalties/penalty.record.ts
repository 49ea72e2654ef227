import { record } from "../events/record.ts";
import { Penalty } from "./penalty.schema.ts";

/** Published to its user's room as well. */
export const penaltyRecord = record({
  name: "penalty",
  collection: "penalties",
  view: Penalty,
  key: "penalty",
  listKey: "penalties",
  lists: ["penalties"],
  room: "penalty",
  keepsBefore: true,
  rooms: ({ user }) => [`user/${user}`],
  words: { one: "penalty", many: "penalties", removed: "This penalty was removed" },
});
