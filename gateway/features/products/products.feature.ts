import type { Feature } from "../feature.ts";
import { createProductImages } from "./product-image.ts";
import { createProductsRepository } from "./products.repository.ts";
import { productsRoutes } from "./products.routes.ts";
import { createProductsService } from "./products.service.ts";

/** Products: the brands that machines sell, and the deposits that go with them. */
export const productsFeature: Feature = (app, parts) => {
  const products = createProductsRepository(parts.mongo);
  productsRoutes(app, createProductsService({ ...parts, products, images: createProductImages(parts.mongo) }));
};
