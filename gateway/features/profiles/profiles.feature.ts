import * as api from "#shared/profiles/profile.api.ts";
import { countProfileMachines } from "#shared/profiles/profile-machines.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createProfileMachines } from "./profile-machines.ts";
import { createProfilesService } from "./profiles.service.ts";

/** Product profiles: what each brand costs at a machine and how it may be bought. */
export const profilesRoutes: Feature = (app, parts) => {
  const profiles = createProfilesService(parts);
  route(app, api.listProfiles, () => profiles.list());
  const countMachines = createProfileMachines(parts);
  route(app, countProfileMachines, () => countMachines());
  route(app, api.readProfile, ({ params }) => profiles.read(params.id));
  route(app, api.addProfile, async ({ actor, body }) => ({ productProfile: await profiles.add(actor, body) }));
  route(app, api.changeProfile, ({ actor, params, body }) => profiles.change(actor, params.id, body));
  route(app, api.addBrandEntry, ({ actor, params, body }) => profiles.addEntry(actor, params.id, body));
  route(app, api.changeBrandEntry, ({ actor, params, body }) =>
    profiles.changeEntry(actor, params.id, params.entryId, body),
  );
  route(app, api.deleteBrandEntry, ({ actor, params, query }) =>
    profiles.deleteEntry(actor, params.id, params.entryId, query.rev),
  );
};
