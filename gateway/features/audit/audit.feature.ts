import { listAudit } from "#shared/audit/audit.api.ts";
import { AuditEntry } from "#shared/audit/audit.schema.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { auditPages } from "./audit.list.ts";
import { showAudit } from "./show-audit.ts";

/** The audit, read by operators; written by whatever changes something. */
export const auditFeature: Feature = (app, parts) => {
  route(app, listAudit, (call) => {
    const show = showAudit(parts.mongo, operatorOf(call).operator.role);
    return servePaged(parts.pages, auditPages, { key: "audit", row: AuditEntry, show })(call);
  });
};
