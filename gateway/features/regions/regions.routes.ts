import type { FastifyInstance } from "fastify";
import * as api from "#shared/regions/region.api.ts";
import { route } from "../../http/route.ts";
import type { RegionsService } from "./regions.service.ts";

export const regionsRoutes = (app: FastifyInstance, regions: RegionsService): void => {
  route(app, api.listRegions, () => regions.list());
  route(app, api.listAllRegions, () => regions.list());
  route(app, api.readRegion, ({ params }) => regions.read(params.id));
  route(app, api.addRegion, async ({ actor, body }) => ({ region: await regions.add(actor, body.region) }));
  route(app, api.changeRegionProfiles, async ({ actor, params, body }) => ({
    region: await regions.changeProfiles(actor, params.id, body),
  }));
};
