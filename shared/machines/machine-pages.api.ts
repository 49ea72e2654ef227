import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, text } from "../http/fields.ts";
import { RowIds } from "../http/long-lists.ts";
import { pageOf } from "../http/paged-list.ts";
import { Page } from "../http/paging.ts";
import { StockSummary } from "../inventory/inventory.schema.ts";
import { Machine } from "./machine.schema.ts";

const { get } = callsOf("machines");
const count = z.number().int();

/** What a card on Home shows. */
export const MachineWithStock = Machine.extend({ stock: StockSummary }).meta({ id: "MachineWithStock" });
export type MachineWithStock = z.infer<typeof MachineWithStock>;

/**
 * Ours: of a network with more machines than one answer lists, the newest outage first, then those with critical alarms,
 * unavailable ones, those with warnings, and the emptiest.
 */
export const listMachinePages = get("/vending-machines/pages", {
  operationId: "listMachinePages",
  summary: "Vending machines with their stock in short, page by page",
  query: z.object({
    page: Page,
    state: z.enum(["Offline", "Unavailable", "Sold out", "Failures", "Deactive", "Online"]).optional(),
    /** Each word must occur in the name, id, location, profile or region. */
    q: text(64).optional(),
    machines: RowIds.optional(),
  }),
  reply: z.object({
    vendingMachines: pageOf("machines", MachineWithStock),
    /** Over all machines that match the words, whatever their state. */
    counts: z.object({
      All: count,
      Offline: count,
      Unavailable: count,
      "Sold out": count,
      Failures: count,
      Deactive: count,
      Online: count,
    }),
    /** How many brands lack at a machine of them, and how many of their containers failed. */
    soldOutBrands: count,
    failures: count,
    /** How many machines there are. */
    all: count,
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines list",
});
