import type { FastifyInstance } from "fastify";
import { listProfiles } from "#shared/profiles/profile.api.ts";
import { route } from "../../http/route.ts";
import type { ProfilesService } from "./profiles.service.ts";

export const profilesRoutes = (app: FastifyInstance, profiles: ProfilesService): void => {
  route(app, listProfiles, () => profiles.list());
};
