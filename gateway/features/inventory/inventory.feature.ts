import { listCansInStock } from "#shared/inventory/can.api.ts";
import * as api from "#shared/inventory/inventory.api.ts";
import { listInventoryPages } from "#shared/inventory/inventory-pages.api.ts";
import { route } from "../../http/route.ts";
import { shareAnswers, shareUpTo } from "../../http/shared-answer.ts";
import type { Feature } from "../../records/feature.ts";
import { serveCans } from "./cans-in-stock.ts";
import { createComparedStock } from "./compared-stock.ts";
import { createInventoryService } from "./inventory.service.ts";
import { createInventoryPages } from "./inventory-pages.ts";
import { createStock } from "./stock.ts";

/** Stock by place: the pivot of all machines, the cans in stock, and one machine's stock. */
export const inventoryFeature: Feature = (app, parts) => {
  const { mongo } = parts;
  const { inventory, redisStock, reader } = createStock(parts);
  const compared = createComparedStock({ ...parts, inventory, redisStock });
  const stock = createInventoryService({ ...parts, inventory, reader });
  route(
    app,
    api.readInventory,
    shareUpTo(shareAnswers(api.readInventory, stock.all), {
      mongo,
      collection: mongo.collections.machines,
      none: { stockData: [], uniqueBrands: [] },
    }),
  );
  const readPage = createInventoryPages(parts);
  route(app, listInventoryPages, ({ query }) => readPage(query));
  route(app, listCansInStock, serveCans(parts.pages, inventory));
  route(app, api.compareStock, ({ query }) => compared.compare(query.vendingMachine));
  route(app, api.rebuildStock, ({ actor, body }) => compared.rebuild(actor, body.vendingMachine));
  route(app, api.readMachineStock, ({ query }) => stock.ofMachine(query.vendingMachine));
};
