import type { FastifyInstance } from "fastify";
import { listCansInStock, readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import { route } from "../../http/route.ts";
import { shareAnswers } from "../../http/shared-answer.ts";
import type { CansInStock } from "./cans-in-stock.ts";
import type { InventoryService } from "./inventory.service.ts";

export const inventoryRoutes = (app: FastifyInstance, inventory: InventoryService, cans: CansInStock): void => {
  route(app, readInventory, shareAnswers(readInventory, inventory.all));
  route(app, listCansInStock, ({ query }) => (query.download ? cans.all(query) : cans.page(query)));
  route(app, readMachineStock, ({ query }) => inventory.ofMachine(query.vendingMachine));
};
