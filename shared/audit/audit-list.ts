import { Id, text } from "../http/fields.ts";
import { dateRange, pagedList } from "../http/paged-list.ts";

/** What was changed, by whom. `kind` is the kind of record as the log names it: its collection. */
export const auditList = pagedList({
  filters: {
    /** The database id of a record. */
    record: Id,
    /** The database id of an operator, or of an API key. */
    actor: Id,
    kind: text(64),
    ...dateRange,
  },
  sorts: ["time"],
  byDefault: "-time",
  columns: {},
});
