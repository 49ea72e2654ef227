import type { Feature } from "../feature.ts";
import { createPageReader } from "../page-reader.ts";
import { createInventoryRepository } from "./inventory.repository.ts";
import { inventoryRoutes } from "./inventory.routes.ts";
import { createInventoryService } from "./inventory.service.ts";

/** What stands where: the pivot of all machines, the cans in stock, and one machine's stock. */
export const inventoryFeature: Feature = (app, parts) => {
  const inventory = createInventoryRepository(parts.mongo);
  inventoryRoutes(app, createInventoryService({ ...parts, inventory, page: createPageReader(parts.clock) }));
};
