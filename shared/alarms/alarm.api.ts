import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { Alarm } from "./alarm.schema.ts";

const { get } = callsOf("alarms");

export const listAlarms = get("/alarms", {
  operationId: "listAlarms",
  summary: "Open alarms, the worst and oldest first, at most 500",
  reply: z.object({ alarms: z.array(Alarm), total: z.number().int(), asOf: ClusterTime }),
  failure: "Failed to fetch alarms",
});
