import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { listProducts, readProduct } from "#shared/products/product.api.ts";
import type { NewProduct, Product, ProductChange } from "#shared/products/product.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { ProductDocument } from "#shared/runtime/documents.ts";
import { type DbSession, isTaken } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import { type ProductImages, redraw } from "./product-image.ts";
import type { ProductsRepository } from "./products.repository.ts";
import { productView } from "./products.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "log"> & { products: ProductsRepository; images: ProductImages };

export const createProductsService = ({ mongo, audit, log, products, images }: Parts) => {
  const { collection } = products;
  const brandTaken = (brand: string | undefined) => (error: unknown) => {
    throw isTaken(error) ? new DomainError("conflict", `A product of the brand ${brand} exists already`) : error;
  };

  const change = (
    actor: Actor,
    verb: string,
    { id, rev }: { id: string; rev?: number | undefined },
    fields: Partial<ProductDocument>,
  ): Promise<ProductDocument> =>
    changeRecord({ mongo, audit }, actor, {
      collection,
      id: new ObjectId(id),
      rev,
      verb,
      what: "product",
      fields: async (present, session) => {
        await carry(present, { ...present, ...fields }, session);
        return fields;
      },
      whenStale: (present) => ({ data: productView(present) }),
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
      if (!found) throw new DomainError("missing", `There is no product ${id}`);
      return { data: productView(found), asOf };
    },

    add: async (actor: Actor, { price, ...product }: NewProduct): Promise<Product> => {
      const record: ProductDocument = { _id: new ObjectId(), ...product, price: paiseOf(price), image: "", rev: 0 };
      await addRecord({ mongo, audit }, actor, { collection, verb: "product.added", record }).catch(
        brandTaken(product.brand),
      );
      return productView(record);
    },

    change: async (actor: Actor, id: string, { rev, price, ...product }: ProductChange): Promise<Product> => {
      const fields = { ...product, ...(price === undefined ? {} : { price: paiseOf(price) }) };
      return productView(await change(actor, "product.changed", { id, rev }, fields).catch(brandTaken(product.brand)));
    },

    /** The old picture goes once the new one is shown; a picture that never came to be shown goes at once. */
    changeImage: async (actor: Actor, id: string, upload: Buffer): Promise<Product> => {
      const before = await collection.findOne({ _id: new ObjectId(id) });
      if (!before) throw new DomainError("missing", `There is no product ${id}`);
      const image = await images.store(await redraw(upload));
      const forget = (name: string) =>
        images
          .remove(name)
          .catch((error: unknown) => log.warn({ err: error, image: name }, "an image was not removed"));
      try {
        const changed = await change(actor, "product.image.changed", { id }, { image });
        if (before.image) await forget(before.image);
        return productView(changed);
      } catch (error) {
        await forget(image);
        throw error;
      }
    },
  };
};
export type ProductsService = ReturnType<typeof createProductsService>;
