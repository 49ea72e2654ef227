import type { CallReply } from "#shared/http/endpoint.ts";
import type { listProfiles } from "#shared/profiles/profile.api.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { ProfilesRepository } from "./profiles.repository.ts";
import { profileView } from "./profiles.view.ts";

export const createProfilesService = ({ mongo, profiles }: { mongo: Mongo; profiles: ProfilesRepository }) => ({
  list: async (): Promise<CallReply<typeof listProfiles>> => {
    const { found, asOf } = await mongo.readAsOf(profiles.all);
    return { productProfiles: found.map(profileView), asOf };
  },
});
export type ProfilesService = ReturnType<typeof createProfilesService>;
