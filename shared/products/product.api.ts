import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewProduct, Product, ProductChange } from "./product.schema.ts";

export const listProducts = endpoint({
  method: "GET",
  path: "/products",
  tag: "products",
  summary: "All products",
  access: "operator",
  reply: z.object({ products: z.array(Product), asOf: ClusterTime }),
  failure: "Failed to fetch Products",
});

export const readProduct = endpoint({
  method: "GET",
  path: "/products/:id",
  tag: "products",
  summary: "One product",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ data: Product, asOf: ClusterTime }),
  failure: "Error: Failed to get Product details",
});

export const addProduct = endpoint({
  method: "POST",
  path: "/products",
  tag: "products",
  summary: "Add a product",
  access: "operator",
  body: NewProduct,
  reply: z.object({ data: Product }),
  notice: "Successfully add a product",
  failure: "Error: Failed to add a product",
});

export const changeProduct = endpoint({
  method: "PUT",
  path: "/products/:id",
  tag: "products",
  summary: "Change a product",
  access: "operator",
  params: z.object({ id: Id }),
  body: ProductChange,
  reply: z.object({ data: Product }),
  notice: "Product Updated",
  failure: "Error: Failed to update product",
});

/** Multipart with one `file`; checked by its content, drawn anew, and kept under a name of ours. */
export const changeProductImage = endpoint({
  method: "PUT",
  path: "/products/:id/image",
  tag: "products",
  summary: "Upload a product's image",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ data: Product }),
  notice: "Product image updated",
  failure: "Error: Failed to upload product image",
});
