import type { FastifyInstance } from "fastify";
import { readLockReport, readPingReport } from "#shared/control-units/control-unit.api.ts";
import { readMachineHistory } from "#shared/machines/machine.api.ts";
import { route } from "../../http/route.ts";
import type { MachineHistoryService } from "./machine-history.service.ts";
import type { MachineReportsService } from "./machine-reports.service.ts";

export const machineHistoryRoutes = (
  app: FastifyInstance,
  history: MachineHistoryService,
  reports: MachineReportsService,
): void => {
  route(app, readMachineHistory, ({ params, query }) => history.read(params.id, query));
  route(app, readPingReport, ({ body }) => reports.pings(body));
  route(app, readLockReport, ({ body }) => reports.locks(body));
};
