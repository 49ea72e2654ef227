import { record } from "../events/record.ts";
import { Note } from "./note.schema.ts";

/** Published to its user's room: its `_id` is the user's. */
export const noteRecord = record({
  name: "note",
  collection: "notes",
  view: Note,
  key: "note",
  lists: [],
  keepsBefore: true,
  rooms: ({ _id }) => [`user/${_id}`],
  words: { one: "note", many: "notes", removed: "This note was removed" },
});
