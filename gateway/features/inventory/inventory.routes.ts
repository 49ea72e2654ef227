import type { FastifyInstance } from "fastify";
import {
  compareStock,
  listCansInStock,
  readInventory,
  readMachineStock,
  rebuildStock,
} from "#shared/inventory/inventory.api.ts";
import { requireAdmin } from "#shared/users/user.rules.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { shareAnswers } from "../../http/shared-answer.ts";
import type { CansInStock } from "./cans-in-stock.ts";
import type { ComparedStocks } from "./compared-stock.ts";
import type { InventoryService } from "./inventory.service.ts";

export const inventoryRoutes = (
  app: FastifyInstance,
  inventory: InventoryService,
  cans: CansInStock,
  compared: ComparedStocks,
): void => {
  route(app, readInventory, shareAnswers(readInventory, inventory.all));
  route(app, listCansInStock, ({ query }) => (query.download ? cans.all(query) : cans.page(query)));
  route(app, compareStock, ({ query }) => compared.compare(query.vendingMachine));
  route(app, rebuildStock, (call) => {
    requireAdmin(operatorOf(call).operator.role, "stock-rebuild");
    return compared.rebuild(call.actor, call.body.vendingMachine);
  });
  route(app, readMachineStock, ({ query }) => inventory.ofMachine(query.vendingMachine));
};
