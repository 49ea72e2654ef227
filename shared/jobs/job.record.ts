import { record } from "../events/record.ts";
import { Job } from "./job.schema.ts";

/** Nobody edits it: workers say how it goes. */
export const jobRecord = record({
  name: "job",
  collection: "jobs",
  view: Job,
  key: "job",
  listKey: "jobs",
  lists: ["jobs"],
  keepsBefore: false,
  words: { one: "job", many: "jobs", removed: "This job was removed" },
});
