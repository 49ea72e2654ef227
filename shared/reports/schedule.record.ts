import { record } from "../events/record.ts";
import { ReportSchedule } from "./schedule.schema.ts";

/** Nobody edits it: it is made, and ended. Its filters may name customers, so only its operator receives it. */
export const reportScheduleRecord = record({
  name: "reportSchedule",
  collection: "reportSchedules",
  view: ReportSchedule,
  key: "schedule",
  listKey: "schedules",
  lists: [],
  keepsBefore: true,
  rooms: ({ by }) => [`reports/${by}`],
  words: { one: "repeated report", many: "repeated reports", removed: "This repetition has ended" },
});
