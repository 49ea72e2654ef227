import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Moment } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { canList } from "./can-list.ts";
import { CanInStock, ComparedStock, ContainersInfo, InventoryRow, RedisStock } from "./inventory.schema.ts";

export const readInventory = endpoint({
  method: "GET",
  path: "/containers/all",
  tag: "inventory",
  summary: "The inventory of all machines, per brand",
  access: "operator",
  reply: z.object({ stockData: z.array(InventoryRow), uniqueBrands: z.array(z.string()), asOf: ClusterTime }),
  notice: "Successfully fetched inventory details",
  failure: "Error: Failed to get inventory details",
});

/** `days` true is newest first; `download` true answers every matching row on one page. */
export const listCansInStock = endpoint({
  method: "GET",
  path: "/containers/cans-in-stock",
  tag: "inventory",
  summary: "The cans that stand in machines",
  access: "operator",
  query: canList.query,
  reply: z.object({ cansInStock: pageOf("cans", CanInStock), asOf: ClusterTime }),
  notice: "Successfully fetched can stock",
  failure: "Error: Failed to get can stock",
});

export const readMachineStock = endpoint({
  method: "GET",
  path: "/vending-machines/stock",
  tag: "inventory",
  summary: "A machine's stock: per brand, per state, and as it is for sale",
  access: "operator",
  query: z.object({ vendingMachine: z.string().trim().min(1, "is required").max(64) }),
  reply: z.object({
    brandStock: z.record(z.string(), z.number().int()),
    containersInfo: ContainersInfo,
    redisStock: RedisStock,
    liveStatus: z.object({ lastUpdatedOn: Moment.nullable() }),
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending meachines detials",
});

/** Ours: one machine's stock as database, Redis and unit have it, or with 'all' that of machines where they differ. */
export const compareStock = endpoint({
  method: "GET",
  path: "/vending-machines/stock/compared",
  tag: "inventory",
  summary: "Stock side by side: the containers, Redis and the machine's own word",
  access: "operator",
  query: z.object({ vendingMachine: z.string().trim().max(64).default("all") }),
  reply: z.object({ machines: z.array(ComparedStock), asOf: ClusterTime }),
  failure: "Failed to get vending meachines detials",
});

/** Ours, by an admin: what Redis holds of this machine is computed anew from its containers. */
export const rebuildStock = endpoint({
  method: "POST",
  path: "/vending-machines/stock/rebuild",
  tag: "inventory",
  summary: "Compute a machine's stock in Redis anew from its containers",
  access: "operator",
  body: z.strictObject({ vendingMachine: z.string().trim().min(1, "is required").max(64) }),
  reply: z.object({ stock: ComparedStock }),
  notice: "Inventory Updated",
  failure: "Error: Failed to update Inventory",
});
