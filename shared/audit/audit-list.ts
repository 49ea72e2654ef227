import { Id, text } from "../http/fields.ts";
import { dateRange, pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import { auditKinds, verbWords } from "./audit.rules.ts";
import type { AuditChange, AuditEntry } from "./audit.schema.ts";

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

const changeText = ({ field, before, after }: AuditChange): string =>
  `${field}: ${before ?? "none"} → ${after ?? "none"}`;

/** The columns of the audit, in their order. What the reader may not see is empty. */
export const auditListColumns = [
  { id: "time", head: "Time", kind: "time", width: 160, value: ({ time }) => time },
  { id: "actor", head: "Who", width: 158, value: ({ actor }) => actor.name || actor._id },
  { id: "verb", head: "What", width: 164, value: ({ verb }) => verbWords(verb) },
  {
    id: "kind",
    head: "Kind",
    width: 120,
    value: ({ record }) => auditKinds.get(record.collection) ?? record.collection,
  },
  { id: "record", head: "Record", width: 200, value: ({ record }) => record.label || record._id || null },
  { id: "reason", head: "Reason", width: 160, value: ({ reason }) => reason || null },
  {
    id: "changes",
    head: "Before and after",
    width: 160,
    value: ({ changes }) => changes?.map(changeText).join("; ") || null,
  },
  { id: "from", head: "From", width: 140, value: ({ from }) => from },
] as const satisfies readonly ListColumn<AuditEntry>[];
