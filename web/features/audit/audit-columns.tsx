import { verbWords } from "#shared/audit/audit.rules.ts";
import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import { auditListColumns } from "#shared/audit/audit-list.ts";
import { pathTo } from "../../app/paths.ts";
import { type Column, shownColumns } from "../../ui/table/column.ts";
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
/** Their records are called by an id of theirs, others by a name. */
const labelledById = new Set(["sessions", "orders", "canTransactions", "units", "registrationRequests"]);
const isId = /^[0-9a-f]{24}$/;

export const auditColumns: Column<AuditEntry>[] = shownColumns(auditListColumns, {
  time: { onPhone: "side", as: "moment" },
  actor: {
    onPhone: "line",
    link: ({ actor }) => (actor.kind === "operator" && actor._id ? pathTo("user", { id: actor._id }) : null),
  },
  verb: {
    onPhone: "title",
    phone: ({ verb, record }) => [verbWords(verb), record.label || record._id].filter(Boolean).join(" · "),
  },
  record: {
    cell: ({ record }) => (
      <span className={!record.label || labelledById.has(record.collection) ? "mono" : undefined}>
        {record.label || record._id || "–"}
      </span>
    ),
    link: ({ record }) => (isId.test(record._id) ? (pageOf[record.collection]?.(record._id) ?? null) : null),
  },
  reason: { wide: true },
  changes: { glows: false, cell: (entry) => <ChangesButton entry={entry} /> },
  from: { hidden: true },
});
