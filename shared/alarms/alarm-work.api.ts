import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Alarm } from "./alarm.schema.ts";
import { AlarmChange, AlarmClearing, AlarmComment } from "./alarm-work.schema.ts";

// Apart from the list of open alarms, which the first page loads.

const { get, post, put } = callsOf("alarms");
const params = z.object({ id: Id });
const reply = z.object({ alarm: Alarm });
const failure = "Error: Failed to update the alarm";

export const listClearedAlarms = get("/alarms/cleared", {
  operationId: "listClearedAlarms",
  summary: "Alarms that have cleared, the last first, at most 200",
  reply: z.object({ alarms: z.array(Alarm), asOf: ClusterTime }),
  failure: "Failed to fetch alarms",
});

export const readAlarm = get("/alarms/:id", {
  operationId: "readAlarm",
  summary: "One alarm, open or cleared",
  params,
  reply: z.object({ alarm: Alarm, asOf: ClusterTime }),
  failure: "Failed to fetch alarms",
});

export const changeAlarm = put("/alarms/:id", {
  operationId: "changeAlarm",
  summary: "Acknowledge an alarm, assign it, or snooze it",
  params,
  body: AlarmChange,
  reply,
  failure,
});

export const commentAlarm = post("/alarms/:id/comments", {
  operationId: "commentAlarm",
  summary: "Comment an alarm",
  params,
  body: AlarmComment,
  reply,
  failure,
});

export const clearAlarm = post("/alarms/:id/clear", {
  operationId: "clearAlarm",
  summary: "Clear an alarm that does not clear by itself, with what it was",
  params,
  body: AlarmClearing,
  reply,
  failure,
});
