import { record } from "../events/record.ts";
import { User } from "./user.schema.ts";

export const userRecord = record({
  name: "user",
  collection: "users",
  view: User,
  key: "data",
  listKey: "users",
  lists: ["users"],
  room: "user",
  keepsBefore: false,
  words: { one: "user", many: "users", removed: "This user was removed" },
});
