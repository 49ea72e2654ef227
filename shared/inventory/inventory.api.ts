import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Moment } from "../http/fields.ts";
import { UpTo } from "../http/long-lists.ts";
import { ComparedStock, ContainersInfo, InventoryRow, RedisStock } from "./inventory.schema.ts";

const { get, post } = callsOf("inventory");

export const readInventory = get("/containers/all", {
  operationId: "readInventory",
  summary: "The inventory of all machines, per brand",
  query: UpTo,
  reply: z.object({
    stockData: z.array(InventoryRow),
    uniqueBrands: z.array(z.string()),
    /** How many there are, where they are more than `upTo`: none is in the answer. */
    total: z.number().int().optional(),
    asOf: ClusterTime,
  }),
  notice: "Successfully fetched inventory details",
  failure: "Error: Failed to get inventory details",
});

export const readMachineStock = get("/vending-machines/stock", {
  operationId: "readMachineStock",
  summary: "A machine's stock: per brand, per state, and what is for sale",
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
export const compareStock = get("/vending-machines/stock/compared", {
  operationId: "compareStock",
  summary: "Stock compared: the containers, Redis and what the machine reported",
  query: z.object({ vendingMachine: z.string().trim().max(64).default("all") }),
  reply: z.object({ machines: z.array(ComparedStock), asOf: ClusterTime }),
  failure: "Failed to get vending meachines detials",
});

/** Ours, by an admin: this machine's stock in Redis is computed anew from its containers. */
export const rebuildStock = post("/vending-machines/stock/rebuild", {
  operationId: "rebuildStock",
  summary: "Rebuild a machine's stock in Redis from its containers",
  adminOnly: "stock-rebuild",
  body: z.strictObject({ vendingMachine: z.string().trim().min(1, "is required").max(64) }),
  reply: z.object({ stock: ComparedStock }),
  notice: "Inventory Updated",
  failure: "Error: Failed to update Inventory",
});
