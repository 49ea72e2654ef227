import { auditKinds, verbWords } from "#shared/audit/audit.rules.ts";
import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import type { Column } from "../../ui/table/column.ts";
import { ChangesButton } from "./ChangesButton.tsx";

/** Where a record has a page of its own. */
const pageOf: Record<string, (id: string) => string> = {
  machines: (id) => pathTo("machine", { id }),
  products: (id) => pathTo("product", { id }),
  productProfiles: (id) => pathTo("profile", { id }),
  regions: (id) => pathTo("region", { id }),
  users: (id) => pathTo("user", { id }),
  deposits: (id) => pathTo("user", { id }),
  cans: (id) => pathTo("user", { id }),
  orders: (id) => pathTo("order", { id }),
  canTransactions: (id) => pathTo("transaction", { id }),
  penalties: (id) => pathTo("penalty", { id }),
  sessions: (id) => `${pathTo("testMachine")}?session=${encodeURIComponent(id)}`,
};
const isId = /^[0-9a-f]{24}$/;

export const auditColumns: Column<AuditEntry>[] = [
  { id: "time", head: "Time", kind: "time", width: 160, onPhone: "side", value: ({ time }) => time, cell: DayTimeOf },
  {
    id: "actor",
    head: "Who",
    width: 150,
    onPhone: "line",
    value: ({ actor }) => actor.name || actor._id,
    link: ({ actor }) => (actor.kind === "operator" && actor._id ? pathTo("user", { id: actor._id }) : null),
  },
  { id: "verb", head: "What", width: 170, onPhone: "title", value: ({ verb }) => verbWords(verb) },
  {
    id: "kind",
    head: "Kind",
    width: 120,
    value: ({ record }) => auditKinds.get(record.collection) ?? record.collection,
  },
  {
    id: "record",
    head: "Record",
    width: 200,
    value: ({ record }) => record.label || record._id || null,
    cell: ({ record }) => record.label || <span className="mono">{record._id || "–"}</span>,
    link: ({ record }) => (isId.test(record._id) ? (pageOf[record.collection]?.(record._id) ?? null) : null),
  },
  { id: "reason", head: "Reason", width: 170, value: ({ reason }) => reason || null },
  {
    id: "changes",
    head: "Before and after",
    width: 145,
    value: ({ changes }) => changes?.length ?? null,
    cell: (entry) => <ChangesButton entry={entry} />,
  },
  { id: "from", head: "From", width: 140, hidden: true, value: ({ from }) => from },
];

function DayTimeOf({ time }: AuditEntry) {
  return <DayTime at={time} />;
}
