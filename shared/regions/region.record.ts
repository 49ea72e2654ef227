import { record } from "../events/record.ts";
import { Region } from "./region.schema.ts";

export const regionRecord = record({
  name: "region",
  collection: "regions",
  view: Region,
  key: "region",
  listKey: "regions",
  lists: ["regions"],
  keepsBefore: false,
  words: { one: "region", many: "regions", removed: "This region was removed" },
});
