import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { AlarmRule, AlarmRuleChange, NewAlarmRule } from "./alarm-rule.schema.ts";

const { get, post, put, del } = callsOf("alarms");
const params = z.object({ id: Id });
const reply = z.object({ alarmRule: AlarmRule });

export const listAlarmRules = get("/alarm-rules", {
  operationId: "listAlarmRules",
  summary: "Who is notified of which alarms, and the operators who can be",
  reply: z.object({
    alarmRules: z.array(AlarmRule),
    operators: z.array(z.object({ _id: Id, name: z.string() })),
    asOf: ClusterTime,
  }),
  failure: "Failed to fetch rules",
});

export const addAlarmRule = post("/alarm-rules", {
  operationId: "addAlarmRule",
  summary: "Add a rule that notifies operators of alarms; admins only",
  adminOnly: "alarm-rules",
  body: NewAlarmRule,
  reply,
  notice: "Rule added",
  failure: "Error: Failed to add the rule",
});

export const changeAlarmRule = put("/alarm-rules/:id", {
  operationId: "changeAlarmRule",
  summary: "Change a rule that notifies operators; admins only",
  adminOnly: "alarm-rules",
  params,
  body: AlarmRuleChange,
  reply,
  notice: "Rule updated",
  failure: "Error: Failed to update the rule",
});

export const removeAlarmRule = del("/alarm-rules/:id", {
  operationId: "removeAlarmRule",
  summary: "Remove a rule; admins only",
  adminOnly: "alarm-rules",
  params,
  reply,
  notice: "Rule removed",
  failure: "Error: Failed to remove the rule",
});
