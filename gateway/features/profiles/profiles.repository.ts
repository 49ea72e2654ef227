import type { ObjectId } from "mongodb";
import type { ProductDocument, ProfileDocument } from "#shared/runtime/documents/goods.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

export const createProfilesRepository = ({
  collections: { productProfiles, products },
}: Pick<Mongo, "collections">) => ({
  all: (dbSession: DbSession): Promise<ProfileDocument[]> =>
    productProfiles.find({}, { session: dbSession }).sort({ name: 1 }).toArray(),

  byId: (dbSession: DbSession, id: ObjectId): Promise<ProfileDocument | null> =>
    productProfiles.findOne({ _id: id }, { session: dbSession }),

  product: (dbSession: DbSession, id: ObjectId): Promise<ProductDocument | null> =>
    products.findOne({ _id: id }, { session: dbSession }),
});
