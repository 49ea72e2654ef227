import type { ClientSession, ObjectId } from "mongodb";
import type { ProductDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export const createProductsRepository = ({
  collections: { products, productProfiles },
}: Pick<Mongo, "collections">) => ({
  collection: products,

  all: (session: ClientSession): Promise<ProductDocument[]> =>
    products.find({}, { session }).sort({ brand: 1 }).toArray(),

  byId: (session: ClientSession, id: ObjectId): Promise<ProductDocument | null> =>
    products.findOne({ _id: id }, { session }),

  /** Profiles show a product's brand and type as they are now; no operator edited the profile, so `rev` stays. */
  carryIntoProfiles: async (session: ClientSession, { _id, brand, productType }: ProductDocument): Promise<void> => {
    await productProfiles.updateMany(
      { "brands.product": _id },
      { $set: { "brands.$[entry].brand": brand, "brands.$[entry].productType": productType } },
      { session, arrayFilters: [{ "entry.product": _id }] },
    );
  },
});
export type ProductsRepository = ReturnType<typeof createProductsRepository>;
