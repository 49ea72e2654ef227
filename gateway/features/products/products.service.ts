import { ObjectId } from "mongodb";
import type { CallReply } from "#shared/http/endpoint.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { listProducts, readProduct } from "#shared/products/product.api.ts";
import { productRecord } from "#shared/products/product.record.ts";
import type { NewProduct, Product, ProductChange } from "#shared/products/product.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { ProductDocument } from "#shared/runtime/documents/goods.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord, missing } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import { createProductImages, redraw } from "./product-image.ts";
import { createProductsRepository } from "./products.repository.ts";
import { productView } from "./products.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "log">;
type Fields = { [F in keyof ProductDocument]?: ProductDocument[F] | undefined };

export const createProductsService = ({ mongo, audit, log }: Parts) => {
  const products = createProductsRepository(mongo);
  const images = createProductImages(mongo);
  const change = (
    actor: Actor,
    { id, rev, verb = "product.changed" }: { id: string; rev?: number | undefined; verb?: string },
    fields: Fields,
  ): Promise<Product> =>
    changeRecord({ mongo, audit }, actor, {
      card: productRecord,
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

  const carry = async (present: ProductDocument, next: ProductDocument, dbSession: DbSession) => {
    if (present.brand === next.brand && present.productType === next.productType) return;
    await products.carryIntoProfiles(dbSession, next);
  };

  return {
    list: async (): Promise<CallReply<typeof listProducts>> => {
      const { found, asOf } = await mongo.readAsOf(products.all);
      return { products: found.map(productView), asOf };
    },

    read: async (id: string): Promise<CallReply<typeof readProduct>> => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => products.byId(dbSession, new ObjectId(id)));
      if (!found) throw missing(productRecord, id);
      return { data: productView(found), asOf };
    },

    add: async (actor: Actor, { price, ...product }: NewProduct): Promise<Product> => {
      const record: ProductDocument = { _id: new ObjectId(), ...product, price: paiseOf(price), image: "", rev: 0 };
      await addRecord({ mongo, audit }, actor, { card: productRecord, record });
      return productView(record);
    },

    change: (actor: Actor, id: string, { rev, price, ...product }: ProductChange): Promise<Product> =>
      change(actor, { id, rev }, { ...product, price: price === undefined ? price : paiseOf(price) }),

    /** The old picture goes once the new one is shown; a picture that never came to be shown goes at once. */
    changeImage: async (actor: Actor, id: string, upload: Buffer): Promise<Product> => {
      const before = await mongo.collections.products.findOne({ _id: new ObjectId(id) });
      if (!before) throw missing(productRecord, id);
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
