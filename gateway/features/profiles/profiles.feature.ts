import type { Feature } from "../feature.ts";
import { createProfilesRepository } from "./profiles.repository.ts";
import { profilesRoutes } from "./profiles.routes.ts";
import { createProfilesService } from "./profiles.service.ts";

/** Product profiles: what each brand costs at a machine and how it may be bought. */
export const profilesFeature: Feature = (app, parts) => {
  profilesRoutes(app, createProfilesService({ ...parts, profiles: createProfilesRepository(parts.mongo) }));
};
