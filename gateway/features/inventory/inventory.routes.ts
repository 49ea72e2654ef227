import type { FastifyInstance } from "fastify";
import { listCansInStock, readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import { route } from "../../http/route.ts";
import type { InventoryService } from "./inventory.service.ts";

export const inventoryRoutes = (app: FastifyInstance, inventory: InventoryService): void => {
  route(app, readInventory, () => inventory.all());
  route(app, listCansInStock, ({ query }) =>
    query.download ? inventory.allCansInStock(query) : inventory.cansInStock(query),
  );
  route(app, readMachineStock, ({ query }) => inventory.ofMachine(query.vendingMachine));
};
