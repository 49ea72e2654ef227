import { rupeesOf } from "#shared/http/money.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import type { Product } from "#shared/products/product.schema.ts";

export const productView = (product: ProductDocument): Product => ({
  _id: product._id.toHexString(),
  brand: product.brand,
  tagline: product.tagline,
  description: product.description,
  productType: product.productType,
  image: product.image,
  price: rupeesOf(product.price),
  rev: product.rev,
});
