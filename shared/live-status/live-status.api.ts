import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { LiveStatusRow } from "./live-status.schema.ts";

const { get } = callsOf("machines");

export const readLiveStatus = get("/vending-machines/live-status", {
  operationId: "readLiveStatus",
  summary: "Which machines are online, offline or unavailable",
  reply: z.object({ liveStatus: z.array(LiveStatusRow), asOf: ClusterTime }),
  failure: "Failed to get vending machines status",
});
