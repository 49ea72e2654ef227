import type { ClientSession } from "mongodb";
import type { ProfileDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export const createProfilesRepository = ({ collections: { productProfiles } }: Pick<Mongo, "collections">) => ({
  all: (session: ClientSession): Promise<ProfileDocument[]> =>
    productProfiles.find({}, { session }).sort({ name: 1 }).toArray(),
});
export type ProfilesRepository = ReturnType<typeof createProfilesRepository>;
