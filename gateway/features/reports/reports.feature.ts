import * as api from "#shared/reports/report.api.ts";
import { createReportFiles } from "#shared/runtime/reports/report-files.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createOnce } from "../once.ts";
import { createReportDownloads } from "./report-downloads.ts";
import { createReportsService } from "./reports.service.ts";

/** Files that a worker makes: asked for, watched, stopped, repeated, downloaded. */
export const reportsFeature: Feature = (app, parts) => {
  const reports = createReportsService({ ...parts, once: createOnce(parts) });
  const downloads = createReportDownloads({ ...parts, files: createReportFiles(parts.mongo) });
  route(app, api.askReport, ({ actor, idempotency, body }) => reports.ask(actor, idempotency, body));
  route(app, api.exportList, ({ actor, idempotency, body }) => reports.exportList(actor, idempotency, body));
  route(app, api.listReports, (call) => reports.mine(operatorOf(call).userId));
  route(app, api.cancelReport, (call) => reports.cancel(call.actor, operatorOf(call), call.params.id));
  route(app, api.repeatReport, (call) =>
    reports.repeat(call.actor, operatorOf(call), call.idempotency, call.params.id),
  );
  route(app, api.readReportFile, (call) => downloads.read(call.actor, operatorOf(call), call.params.id));
};
