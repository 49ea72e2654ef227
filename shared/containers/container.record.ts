import { record } from "../events/record.ts";
import { ContainerRecord } from "./container.schema.ts";

/** Containers are followed machine by machine: 100,000 of them are in no list. */
export const containerRecord = record({
  name: "container",
  collection: "containers",
  view: ContainerRecord,
  key: "container",
  listKey: "containers",
  lists: [],
  keepsBefore: true,
  rooms: ({ vendingMachine }) => [`containers/${vendingMachine}`],
  words: { one: "container", many: "containers", removed: "This container was deleted" },
});
