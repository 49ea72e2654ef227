import type { Feature } from "../feature.ts";
import { createPageReader } from "../page-reader.ts";
import { inventoryRoutes } from "./inventory.routes.ts";
import { createInventoryService } from "./inventory.service.ts";
import { createStock } from "./stock.ts";

/** What stands where: the pivot of all machines, the cans in stock, and one machine's stock. */
export const inventoryFeature: Feature = (app, parts) => {
  const { inventory, reader } = createStock(parts);
  inventoryRoutes(app, createInventoryService({ ...parts, inventory, reader, page: createPageReader(parts.clock) }));
};
