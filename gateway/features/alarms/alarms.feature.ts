import * as api from "#shared/alarms/alarm.api.ts";
import * as rule from "#shared/alarms/alarm-rule.api.ts";
import * as work from "#shared/alarms/alarm-work.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createAlarmRulesService } from "./alarm-rules.service.ts";
import { createAlarmsService } from "./alarms.service.ts";

/** Alarms: listed, and what operators make of them, and who is notified. Workers raise and clear them. */
export const alarmsFeature: Feature = (app, parts) => {
  const alarms = createAlarmsService(parts);
  const rules = createAlarmRulesService(parts);
  route(app, rule.listAlarmRules, () => rules.list());
  route(app, rule.addAlarmRule, (call) => rules.add(call.actor, call.body));
  route(app, rule.changeAlarmRule, (call) => rules.change(call.actor, call.params.id, call.body));
  route(app, rule.removeAlarmRule, (call) => rules.remove(call.actor, call.params.id));
  route(app, api.listAlarms, () => alarms.list());
  route(app, work.listClearedAlarms, () => alarms.cleared());
  route(app, work.readAlarm, ({ params }) => alarms.read(params.id));
  route(app, work.changeAlarm, (call) => alarms.change(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, work.commentAlarm, (call) =>
    alarms.comment(operatorOf(call), call.actor, call.params.id, call.body.comment),
  );
  route(app, work.clearAlarm, (call) => alarms.clear(operatorOf(call), call.actor, call.params.id, call.body));
};
