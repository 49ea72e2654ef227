import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { LiveStatusRow } from "./live-status.schema.ts";

export const readLiveStatus = endpoint({
  method: "GET",
  path: "/vending-machines/live-status",
  tag: "machines",
  summary: "Which machines are online, offline or unavailable",
  access: "operator",
  reply: z.object({ liveStatus: z.array(LiveStatusRow), asOf: ClusterTime }),
  failure: "Failed to get vending machines status",
});
