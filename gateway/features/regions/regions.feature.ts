import { changeRegionWork } from "#shared/machines/machine-work.api.ts";
import * as api from "#shared/regions/region.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createRegionsService } from "./regions.service.ts";

/** Regions: which profiles, and so which machines, belong together. */
export const regionsRoutes: Feature = (app, parts) => {
  const regions = createRegionsService(parts);
  route(app, api.listRegions, () => regions.list());
  route(app, api.listAllRegions, () => regions.list());
  route(app, api.readRegion, ({ params }) => regions.read(params.id));
  route(app, api.addRegion, async ({ actor, body }) => ({ region: await regions.add(actor, body.region) }));
  route(app, changeRegionWork, (call) => regions.work(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, api.changeRegionProfiles, ({ actor, params, body }) => regions.changeProfiles(actor, params.id, body));
};
