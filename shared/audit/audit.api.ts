import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { AuditEntry } from "./audit.schema.ts";
import { auditList } from "./audit-list.ts";

const { get } = callsOf("system");

/** Ours. What only admins may see of it is withheld from staff. */
export const listAudit = get("/audit", {
  operationId: "listAudit",
  summary: "Who changed what, when and why, fifty a page",
  query: auditList.query,
  reply: pageOf("audit", AuditEntry).extend({ asOf: ClusterTime }),
  failure: "Failed to get the audit",
});
