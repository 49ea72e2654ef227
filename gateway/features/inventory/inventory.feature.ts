import type { Feature } from "../feature.ts";
import { createPagedReader } from "../paged/paged-reader.ts";
import { createCansInStock } from "./cans-in-stock.ts";
import { createComparedStock } from "./compared-stock.ts";
import { inventoryRoutes } from "./inventory.routes.ts";
import { createInventoryService } from "./inventory.service.ts";
import { createStock } from "./stock.ts";

/** What stands where: the pivot of all machines, the cans in stock, and one machine's stock. */
export const inventoryFeature: Feature = (app, parts) => {
  const { inventory, redisStock, reader } = createStock(parts);
  const compared = createComparedStock({ ...parts, inventory, redisStock });
  const cans = createCansInStock(inventory, createPagedReader(parts));
  inventoryRoutes(app, createInventoryService({ ...parts, inventory, reader }), cans, compared);
};
