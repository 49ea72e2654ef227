import * as api from "#shared/alarms/alarm.api.ts";
import * as work from "#shared/alarms/alarm-work.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createAlarmsService } from "./alarms.service.ts";

/** Alarms: listed, and what operators make of them. Workers raise and clear them. */
export const alarmsFeature: Feature = (app, parts) => {
  const alarms = createAlarmsService(parts);
  route(app, api.listAlarms, () => alarms.list());
  route(app, work.listClearedAlarms, () => alarms.cleared());
  route(app, work.changeAlarm, (call) => alarms.change(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, work.commentAlarm, (call) =>
    alarms.comment(operatorOf(call), call.actor, call.params.id, call.body.comment),
  );
  route(app, work.clearAlarm, (call) => alarms.clear(operatorOf(call), call.actor, call.params.id, call.body));
};
