import type { Feature } from "../feature.ts";
import { createOnce } from "../once.ts";
import { createContainersRepository } from "./containers.repository.ts";
import { containersRoutes } from "./containers.routes.ts";
import { createContainersService } from "./containers.service.ts";
import { createStockingService } from "./stocking.service.ts";

/** Containers: what stands in each, whether it may be used, and who stocked it when. */
export const containersFeature: Feature = (app, parts) => {
  const own = { ...parts, containers: createContainersRepository(parts.mongo), once: createOnce(parts) };
  const service = createContainersService(own);
  containersRoutes(app, service, createStockingService({ ...own, service }));
};
