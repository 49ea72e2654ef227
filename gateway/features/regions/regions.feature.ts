import type { Feature } from "../feature.ts";
import { createRegionsRepository } from "./regions.repository.ts";
import { regionsRoutes } from "./regions.routes.ts";
import { createRegionsService } from "./regions.service.ts";

/** Regions: which profiles, and so which machines, belong together. */
export const regionsFeature: Feature = (app, parts) => {
  regionsRoutes(app, createRegionsService({ ...parts, regions: createRegionsRepository(parts.mongo) }));
};
