import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, line, lines, Moment, Rev } from "../http/fields.ts";
import { Alarm } from "./alarm.schema.ts";

// Apart from the list of open alarms, which the first page loads.

/** Each may be left out. `seen: false` takes an acknowledgement back; `assignee: null` gives it to nobody. */
export const AlarmChange = z.strictObject({
  seen: z.boolean().optional(),
  assignee: Id.nullable().optional(),
  snoozedUntil: Moment.nullable().optional(),
  rev: Rev.optional(),
});
export type AlarmChange = z.infer<typeof AlarmChange>;

export const AlarmComment = z.strictObject({ comment: lines(1_000).pipe(z.string().min(1, "is required")) });

/** Why a person says that it is over. */
export const AlarmClearing = z.strictObject({ reason: line(200), rev: Rev.optional() });

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
  summary: "Say that what an alarm reports was dealt with, where it does not clear by itself",
  params,
  body: AlarmClearing,
  reply,
  failure,
});
