import { record } from "../events/record.ts";
import { Reconciliation } from "./reconciliation.schema.ts";

/** Nobody edits it: a worker says how far it is. */
export const reconciliationRecord = record({
  name: "reconciliation",
  collection: "reconciliations",
  view: Reconciliation,
  key: "reconciliation",
  listKey: "reconciliations",
  lists: ["reconciliations"],
  keepsBefore: false,
  words: { one: "reconciliation", many: "reconciliations", removed: "This reconciliation was removed" },
});
