import { record } from "../events/record.ts";
import { Alarm } from "./alarm.schema.ts";

export const alarmRecord = record({
  name: "alarm",
  collection: "alarms",
  view: Alarm,
  key: "alarm",
  listKey: "alarms",
  lists: ["alarms"],
  keepsBefore: false,
  words: { one: "alarm", many: "alarms", removed: "This alarm was removed" },
});
