import * as api from "#shared/reports/report.api.ts";
import { createReportFiles } from "#shared/reports/report-files.server.ts";
import * as work from "#shared/reports/report-work.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createReportDownloads } from "./report-downloads.ts";
import { createReportRequests } from "./report-requests.service.ts";
import { createReportSchedules } from "./report-schedules.service.ts";
import { createReportsService } from "./reports.service.ts";

/** Files that a worker makes: requested, watched, stopped, repeated by hand or by schedule, downloaded. */
export const reportsFeature: Feature = (app, parts) => {
  const requests = createReportRequests(parts);
  const reports = createReportsService(parts);
  const schedules = createReportSchedules(parts);
  const downloads = createReportDownloads({ ...parts, files: createReportFiles(parts.mongo) });
  route(app, work.requestReport, (call) => requests.request(call, call.body));
  route(app, work.exportList, (call) => requests.exportList(call, call.body));
  route(app, api.listReports, (call) => reports.mine(operatorOf(call).userId));
  route(app, work.cancelReport, (call) => reports.cancel(call.actor, operatorOf(call), call.params.id));
  route(app, work.repeatReport, (call) => requests.repeat(call, operatorOf(call), call.params.id));
  route(app, api.readReportNews, (call) => reports.read(operatorOf(call).userId, call.body.reports));
  route(app, work.scheduleReport, (call) =>
    schedules.add(call, operatorOf(call), call.params.id, call.body.repetition),
  );
  route(app, work.listReportSchedules, (call) => schedules.mine(operatorOf(call).userId));
  route(app, work.endReportSchedule, (call) => schedules.end(call.actor, operatorOf(call), call.params.id));
  route(app, work.readReportFile, (call) => downloads.read(call.actor, operatorOf(call), call.params.id));
};
