import type { ClientSession, ObjectId } from "mongodb";
import type { ProductDocument, ProfileDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export const createProfilesRepository = ({
  collections: { productProfiles, products },
}: Pick<Mongo, "collections">) => ({
  collection: productProfiles,

  all: (session: ClientSession): Promise<ProfileDocument[]> =>
    productProfiles.find({}, { session }).sort({ name: 1 }).toArray(),

  byId: (session: ClientSession, id: ObjectId): Promise<ProfileDocument | null> =>
    productProfiles.findOne({ _id: id }, { session }),

  product: (session: ClientSession, id: ObjectId): Promise<ProductDocument | null> =>
    products.findOne({ _id: id }, { session }),
});
export type ProfilesRepository = ReturnType<typeof createProfilesRepository>;
