import type { ClientSession, ObjectId } from "mongodb";
import type { RegionDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export const createRegionsRepository = ({ collections: { regions, productProfiles } }: Pick<Mongo, "collections">) => ({
  collection: regions,

  all: (session: ClientSession): Promise<RegionDocument[]> =>
    regions.find({}, { session }).sort({ region: 1 }).toArray(),

  byId: (session: ClientSession, id: ObjectId): Promise<RegionDocument | null> =>
    regions.findOne({ _id: id }, { session }),

  /** Another region that holds one of these profiles. The second condition lets MongoDB use the partial index. */
  holding: (session: ClientSession, profiles: ObjectId[], except: ObjectId): Promise<RegionDocument | null> =>
    regions.findOne(
      { profiles: { $in: profiles }, "profiles.0": { $exists: true }, _id: { $ne: except } },
      { session },
    ),

  profileNames: async (session: ClientSession, ids: ObjectId[]): Promise<Map<string, string>> => {
    const found = productProfiles.find({ _id: { $in: ids } }, { session, projection: { name: 1 } });
    return new Map((await found.toArray()).map(({ _id, name }) => [_id.toHexString(), name]));
  },
});
export type RegionsRepository = ReturnType<typeof createRegionsRepository>;
