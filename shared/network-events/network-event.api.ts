import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { NetworkEvent } from "./network-event.schema.ts";

const { get } = callsOf("system");

/** Ours. */
export const listNetworkEvents = get("/network-events", {
  operationId: "listNetworkEvents",
  summary: "What happened in the last three days: outages, failed vends, payments to check; the newest first",
  reply: z.object({
    /** At most 100. */
    events: z.array(NetworkEvent),
    asOf: ClusterTime,
  }),
  failure: "Failed to get what happened",
});
