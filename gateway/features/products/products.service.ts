import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import { productRecord } from "#shared/products/product.record.ts";
import type { NewProduct, Product, ProductChange } from "#shared/products/product.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createProductImages, redraw } from "./product-image.ts";
import { productView } from "./products.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "log">;
type Fields = { [F in keyof ProductDocument]?: ProductDocument[F] | undefined };

export const createProductsService = ({ mongo, audit, log }: Parts) => {
  const { products, productProfiles } = mongo.collections;
  const images = createProductImages(mongo);
  const change = (
    actor: Actor,
    { id, rev, verb = "product.changed" }: { id: string; rev?: number | undefined; verb?: string },
    fields: Fields,
  ) =>
    changeRecord({ mongo, audit }, actor, {
      definition: productRecord,
      id: new ObjectId(id),
      rev,
      verb,
      fields: async (present, dbSession) => {
        const { brand = present.brand, productType = present.productType } = fields;
        await carry(present, { ...present, brand, productType }, dbSession);
        return fields;
      },
      show: productView,
    });

  /** Profiles show a product's brand and type as they are now; no operator edited the profile, so `rev` stays. */
  const carry = async (
    present: ProductDocument,
    { _id, brand, productType }: ProductDocument,
    dbSession: DbSession,
  ) => {
    if (present.brand === brand && present.productType === productType) return;
    await productProfiles.updateMany(
      { "brands.product": _id },
      { $set: { "brands.$[entry].brand": brand, "brands.$[entry].productType": productType } },
      { session: dbSession, arrayFilters: [{ "entry.product": _id }] },
    );
  };

  return {
    list: () =>
      mongo.answerAsOf(async (session) => {
        const found = await products.find({}, { session }).sort({ brand: 1 }).toArray();
        return { products: found.map(productView) };
      }),

    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => ({
        data: productView(await requireRecord(mongo, dbSession, productRecord, id)),
      })),

    add: async (actor: Actor, { price, ...product }: NewProduct): Promise<Product> => {
      const record: ProductDocument = { _id: new ObjectId(), ...product, price: paiseOf(price), image: "", rev: 0 };
      await addRecord({ mongo, audit }, actor, { definition: productRecord, record });
      return productView(record);
    },

    change: (actor: Actor, id: string, { rev, price, ...product }: ProductChange) =>
      change(actor, { id, rev }, { ...product, price: price === undefined ? price : paiseOf(price) }),

    /** The old picture goes once the new one is shown; a picture that never came to be shown goes at once. */
    changeImage: async (actor: Actor, id: string, upload: Buffer) => {
      const before = await requireRecord(mongo, undefined, productRecord, id);
      const image = await images.store(await redraw(upload));
      const forget = (name: string) =>
        images
          .remove(name)
          .catch((error: unknown) => log.warn({ err: error, image: name }, "an image was not removed"));
      try {
        const changed = await change(actor, { id, verb: "product.image.changed" }, { image });
        if (before.image) await forget(before.image);
        return changed;
      } catch (error) {
        await forget(image);
        throw error;
      }
    },
  };
};
