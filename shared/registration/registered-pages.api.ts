import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Moment, text } from "../http/fields.ts";
import { bothWays, RowIds } from "../http/long-lists.ts";
import { pageOf } from "../http/paged-list.ts";
import { Page } from "../http/paging.ts";
import { RegisteredUnit } from "./registration.schema.ts";

const { get } = callsOf("registration");

/** A row of the list, and when the unit was heard last. */
export const ListedUnit = RegisteredUnit.extend({
  lastSeenOnline: Moment.nullable(),
  strength: z.number().nullable(),
}).meta({ id: "ListedUnit" });
export type ListedUnit = z.infer<typeof ListedUnit>;

export const registeredSorts = ["time", "serialNumber", "name", "permission"] as const;
const ways = bothWays(registeredSorts);

/** Ours: of more units than one answer lists. */
export const listRegisteredPages = get("/vending-machines/all-registered-vending-machines/pages", {
  operationId: "listRegisteredPages",
  summary: "Registered control units, page by page",
  query: z.object({
    page: Page,
    sort: z.enum(ways, { error: `must be one of ${ways.join(", ")}` }).default("time"),
    /** Parts of serial numbers and of names, in small or large letters. */
    serialNumber: text(64).optional(),
    name: text(64).optional(),
    permission: z.enum(["Authorized", "Unauthorized"]).optional(),
    machines: RowIds.optional(),
  }),
  reply: z.object({
    units: pageOf("vendingMachines", ListedUnit),
    /** Over all units, whatever is searched for. */
    counts: z.object({ all: z.number().int(), unauthorised: z.number().int() }),
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines list",
});
