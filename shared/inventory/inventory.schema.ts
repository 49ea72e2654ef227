import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

const count = z.number().int();

/** Per brand: Alloted = Empty + In-stock + Disabled; In-stock includes reserved, Disabled is not working. */
export const BrandCounts = z.object({ assignedContainers: count, empty: count, inStock: count, disabled: count });
export type BrandCounts = z.infer<typeof BrandCounts>;

export const InventoryRow = z.object({
  _id: Id,
  vendingMachineId: z.string(),
  vendingMachineName: z.string(),
  totalContainers: count,
  totalAssignedContainers: count,
  brands: z.record(z.string(), BrandCounts),
});
export type InventoryRow = z.infer<typeof InventoryRow>;

/** Of a machine's containers; the five add up to their number. */
export const ContainersInfo = z.object({
  failure: count,
  reserved: count,
  empty: count,
  available: count,
  unassigned: count,
});
export type ContainersInfo = z.infer<typeof ContainersInfo>;

/** What is for sale at a machine, as Redis holds it for the customers' intake. */
export const RedisStock = z.object({
  available: z.record(z.string(), count),
  reserved: z.array(z.object({ productId: Id, brand: z.string(), time: Moment })),
  /** Labels of the containers on offer. */
  containers: z.array(z.string()),
});
export type RedisStock = z.infer<typeof RedisStock>;

export const CanInStock = z.object({
  _id: Id,
  containerId: z.string(),
  product: z.object({ _id: Id, brand: z.string() }),
  vendingMachine: z.object({ _id: Id, name: z.string(), vendingMachineId: z.string() }),
  /** When the can was stocked. */
  updatedAt: Moment,
});
export type CanInStock = z.infer<typeof CanInStock>;
