import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

const count = z.number().int();

/** Per brand: Alloted = Empty + In-stock + Disabled; In-stock includes reserved, Disabled is not working. */
export const BrandCounts = z.object({ assignedContainers: count, empty: count, inStock: count, disabled: count });
export type BrandCounts = z.infer<typeof BrandCounts>;

export const InventoryRow = z
  .object({
    _id: Id,
    vendingMachineId: z.string(),
    vendingMachineName: z.string(),
    totalContainers: count,
    totalAssignedContainers: count,
    brands: z.record(z.string(), BrandCounts),
  })
  .meta({ id: "InventoryRow" });
export type InventoryRow = z.infer<typeof InventoryRow>;

/** What a machine holds, in short. */
export const StockSummary = z.object({
  stocked: count,
  containers: count,
  failures: count,
  /** Brands that have containers and not one can. */
  soldOut: z.array(z.string()),
});
export type StockSummary = z.infer<typeof StockSummary>;

/** Counts of a machine's containers; the five add up to their number. */
export const ContainersInfo = z
  .object({
    failure: count,
    reserved: count,
    empty: count,
    available: count,
    unassigned: count,
  })
  .meta({ id: "ContainersInfo" });
export type ContainersInfo = z.infer<typeof ContainersInfo>;

/** What is for sale at a machine, as Redis holds it for the customers' intake. */
export const RedisStock = z
  .object({
    available: z.record(z.string(), count),
    reserved: z.array(z.object({ productId: Id, brand: z.string(), time: Moment })),
    /** Labels of the containers on offer. */
    containers: z.array(z.string()),
  })
  .meta({ id: "RedisStock" });
export type RedisStock = z.infer<typeof RedisStock>;

export const CanInStock = z
  .object({
    _id: Id,
    containerId: z.string(),
    product: z.object({ _id: Id, brand: z.string() }),
    vendingMachine: z.object({ _id: Id, name: z.string(), vendingMachineId: z.string() }),
    /** When the can was stocked. */
    updatedAt: Moment,
  })
  .meta({ id: "CanInStock" });
export type CanInStock = z.infer<typeof CanInStock>;

/** One brand at one machine, as each of the three sources has it. */
export const ComparedBrand = z.object({
  brand: z.string(),
  /** For sale by the containers in the database, and by the stock in Redis. */
  containers: count,
  redis: count,
  /**
   * How many of those containers have a lock that the machine's unit has named since it was switched on; null if the
   * unit was never heard.
   */
  machine: count.nullable(),
});
export type ComparedBrand = z.infer<typeof ComparedBrand>;

export const ComparedStock = z
  .object({
    vendingMachine: z.object({ _id: Id, name: z.string(), vendingMachineId: z.string() }),
    brands: z.array(ComparedBrand),
    /** Containers with a can for sale whose lock the unit does not name, by their labels. */
    unknownToMachine: z.array(z.string()),
    /** When the unit last reported a lock. */
    toldAt: Moment.nullable(),
  })
  .meta({ id: "ComparedStock" });
export type ComparedStock = z.infer<typeof ComparedStock>;
