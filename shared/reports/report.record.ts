import { record } from "../events/record.ts";
import { Report } from "./report.schema.ts";

/** Nobody edits it: a worker writes its progress. Its filters may name customers, so only its requester receives it. */
export const reportRecord = record({
  name: "report",
  collection: "reports",
  view: Report,
  key: "report",
  listKey: "reports",
  lists: [],
  keepsBefore: true,
  rooms: ({ by }) => [`reports/${by}`],
  words: { one: "report", many: "reports", removed: "This report was removed" },
});
