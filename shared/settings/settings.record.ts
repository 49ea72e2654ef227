import { record } from "../events/record.ts";
import { Settings } from "./settings.schema.ts";

/** There is one, and it is never removed. */
export const settingsRecord = record({
  name: "settings",
  collection: "settings",
  view: Settings,
  key: "settings",
  lists: [],
  room: "settings",
  keepsBefore: false,
  words: { one: "page of settings", many: "settings", removed: "The settings were removed" },
});
