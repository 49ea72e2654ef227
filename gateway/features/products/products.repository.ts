import type { ObjectId } from "mongodb";
import type { ProductDocument } from "#shared/runtime/documents/goods.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

export const createProductsRepository = ({
  collections: { products, productProfiles },
}: Pick<Mongo, "collections">) => ({
  all: (dbSession: DbSession): Promise<ProductDocument[]> =>
    products.find({}, { session: dbSession }).sort({ brand: 1 }).toArray(),

  byId: (dbSession: DbSession, id: ObjectId): Promise<ProductDocument | null> =>
    products.findOne({ _id: id }, { session: dbSession }),

  /** Profiles show a product's brand and type as they are now; no operator edited the profile, so `rev` stays. */
  carryIntoProfiles: async (dbSession: DbSession, { _id, brand, productType }: ProductDocument): Promise<void> => {
    await productProfiles.updateMany(
      { "brands.product": _id },
      { $set: { "brands.$[entry].brand": brand, "brands.$[entry].productType": productType } },
      { session: dbSession, arrayFilters: [{ "entry.product": _id }] },
    );
  },
});
