import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Moment } from "../http/fields.ts";
import { UpTo } from "../http/long-lists.ts";
import { LastDay } from "../machines/machine-history.schema.ts";
import { LiveStatusRow, mostLastDays } from "./live-status.schema.ts";

const { get } = callsOf("machines");

export const readLiveStatus = get("/vending-machines/live-status", {
  operationId: "readLiveStatus",
  summary: "Which machines are online, offline or unavailable",
  query: UpTo,
  reply: z.object({
    liveStatus: z.array(LiveStatusRow),
    /** How many there are, where they are more than `upTo`: none is in the answer. */
    total: z.number().int().optional(),
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines status",
});

const ids = new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${mostLastDays - 1}}$`);

/** Ours: the gaps of some machines in the last 24 hours, as of `until`. */
export const readLastDays = get("/vending-machines/last-day", {
  operationId: "readLastDays",
  summary: "When some machines were not heard in the last 24 hours",
  query: z.object({ machines: z.string().regex(ids, `must be at most ${mostLastDays} ids, separated by commas`) }),
  reply: z.object({ machines: z.array(LastDay), until: Moment }),
  failure: "Failed to get vending machines status",
});
