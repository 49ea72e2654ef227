import { readLockReport, readPingReport } from "#shared/control-units/control-unit.api.ts";
import { readLastDays } from "#shared/live-status/live-status.api.ts";
import { readMachineHistory } from "#shared/machines/machine.api.ts";
import { readMachineTimeline } from "#shared/machines/machine-timeline.api.ts";
import { readUnitMessages } from "#shared/machines/unit-messages.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createHeardRepository } from "./heard.repository.ts";
import { createLastDays } from "./last-days.ts";
import { createLockHistoryRepository } from "./lock-history.repository.ts";
import { createMachineHistoryRepository } from "./machine-history.repository.ts";
import { createMachineHistoryService } from "./machine-history.service.ts";
import { createMachineReportsService } from "./machine-reports.service.ts";
import { createTimelineService } from "./timeline.service.ts";
import { createUnitMessagesService } from "./unit-messages.service.ts";

/** What happened at a machine: its timeline, its history, its uptime, its unit's messages, and the reports of its heartbeats and locks. */
export const machineHistoryFeature: Feature = (app, parts) => {
  const { mongo } = parts;
  const stores = {
    history: createMachineHistoryRepository(mongo),
    locks: createLockHistoryRepository(mongo),
    heard: createHeardRepository(mongo),
  };
  const history = createMachineHistoryService({ ...parts, ...stores });
  const reports = createMachineReportsService({ ...parts, ...stores });
  const lastDays = createLastDays(parts);
  route(app, readMachineHistory, ({ params, query }) => history.read(params.id, query));
  const timeline = createTimelineService({ ...parts, history: stores.history, sources: history.sources });
  route(app, readMachineTimeline, (call) => {
    return timeline.read(call.params.id, call.query, operatorOf(call).operator.role);
  });
  const messages = createUnitMessagesService({ ...parts, ...stores });
  route(app, readUnitMessages, ({ params }) => messages.read(params.id));
  route(app, readLastDays, ({ query }) => lastDays(query.machines.split(",")));
  route(app, readPingReport, ({ body }) => reports.pings(body));
  route(app, readLockReport, ({ body }) => reports.locks(body));
};
