import * as api from "#shared/containers/container.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createContainersRepository } from "./containers.repository.ts";
import { createContainersService } from "./containers.service.ts";
import { createStockingService } from "./stocking.service.ts";

/** Containers: what each holds, whether it may be used, and who stocked it when. */
export const containersFeature: Feature = (app, parts) => {
  const own = { ...parts, containers: createContainersRepository(parts.mongo) };
  const containers = createContainersService(own);
  const stock = createStockingService({ ...own, service: containers });
  route(app, api.listContainers, ({ query }) => containers.list(query.vendingMachine));
  route(app, api.addContainers, (call) =>
    containers.add(call, { machine: call.body.vendingMachine, count: call.body.containers }),
  );
  route(app, api.changeContainer, ({ actor, query, body }) => containers.change(actor, query.id, body));
  route(app, api.deleteContainer, ({ actor, body }) => containers.remove(actor, body.vendingMachine, body.container));
  route(app, api.removeProduct, ({ actor, body }) => containers.removeProduct(actor, body._id, body.rev));
  route(app, api.addStock, (call) => stock.markStocked(call, call.body));
  route(app, api.removeStock, (call) => stock.markEmpty(call, call.body));
  route(app, api.addStockBulk, (call) =>
    stock.markManyStocked(call, { vendingMachine: call.body.vendingMachine, ids: call.body.containers }),
  );
};
