import type { Feature } from "../feature.ts";
import { createLiveStatusRepository } from "./live-status.repository.ts";
import { liveStatusRoutes } from "./live-status.routes.ts";
import { createLiveStatusService } from "./live-status.service.ts";

/** Which machines are online, offline or unavailable. */
export const liveStatusFeature: Feature = (app, parts) => {
  liveStatusRoutes(app, createLiveStatusService({ ...parts, rows: createLiveStatusRepository(parts.mongo) }));
};
