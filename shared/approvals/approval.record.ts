import { record } from "../events/record.ts";
import { Approval } from "./approval.schema.ts";

export const approvalRecord = record({
  name: "approval",
  collection: "approvals",
  view: Approval,
  key: "approval",
  listKey: "approvals",
  lists: ["approvals"],
  keepsBefore: false,
  words: { one: "request", many: "requests", removed: "This request was removed" },
});
