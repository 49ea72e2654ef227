import type { ObjectId } from "mongodb";
import type { RegionDocument } from "#shared/products/goods.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

export const createRegionsRepository = ({ collections: { regions } }: Pick<Mongo, "collections">) => ({
  all: (dbSession: DbSession): Promise<RegionDocument[]> =>
    regions.find({}, { session: dbSession }).sort({ region: 1 }).toArray(),

  /** Another region with one of these profiles. The second condition lets MongoDB use the partial index. */
  holding: (dbSession: DbSession, profiles: ObjectId[], except: ObjectId): Promise<RegionDocument | null> =>
    regions.findOne(
      { profiles: { $in: profiles }, "profiles.0": { $exists: true }, _id: { $ne: except } },
      { session: dbSession },
    ),
});
