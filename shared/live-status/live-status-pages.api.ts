import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, QueryFlag, text } from "../http/fields.ts";
import { bothWays, RowIds } from "../http/long-lists.ts";
import { pageOf } from "../http/paged-list.ts";
import { Page } from "../http/paging.ts";
import { machineStatuses } from "../machines/machine.rules.ts";
import { LiveStatusRow, liveStatusSorts } from "./live-status.schema.ts";

const { get } = callsOf("machines");

/** `trouble` is the order of the screen: the newest outage first. */
const ways = ["trouble" as const, ...bothWays(liveStatusSorts)];

/** Ours: of a network with more machines than one answer lists. */
export const listLiveStatus = get("/vending-machines/live-status/pages", {
  operationId: "listLiveStatus",
  summary: "Which machines are online, offline or unavailable, page by page",
  query: z.object({
    page: Page,
    sort: z.enum(ways, { error: `must be one of ${ways.join(", ")}` }).default("trouble"),
    state: z.enum(machineStatuses).optional(),
    /** Parts of names and of ids, in small or large letters. */
    name: text(64).optional(),
    vendingMachineId: text(64).optional(),
    /** Each word must occur in the name, id or location. Sorted by name, an exact match comes first. */
    q: text(64).optional(),
    /** Those with which no unit is registered, not even one without authorisation. */
    free: QueryFlag.optional(),
    /** Machines of this region. */
    region: Id.optional(),
    machines: RowIds.optional(),
  }),
  reply: z.object({
    liveStatus: pageOf("machines", LiveStatusRow),
    /** Over all machines, whatever is searched for; with named ids, over those alone. */
    counts: z.object({ Online: z.number().int(), Offline: z.number().int(), Unavailable: z.number().int() }),
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines status",
});
