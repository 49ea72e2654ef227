import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewProduct, Product, ProductChange } from "./product.schema.ts";

const { get, post, put } = callsOf("products");

export const listProducts = get("/products", {
  operationId: "listProducts",
  summary: "All products",
  reply: z.object({ products: z.array(Product), asOf: ClusterTime }),
  failure: "Failed to fetch Products",
});

export const readProduct = get("/products/:id", {
  operationId: "readProduct",
  summary: "One product",
  params: z.object({ id: Id }),
  reply: z.object({ data: Product, asOf: ClusterTime }),
  failure: "Error: Failed to get Product details",
});

export const addProduct = post("/products", {
  operationId: "addProduct",
  summary: "Add a product",
  body: NewProduct,
  reply: z.object({ data: Product }),
  notice: "Successfully add a product",
  failure: "Error: Failed to add a product",
});

export const changeProduct = put("/products/:id", {
  operationId: "changeProduct",
  summary: "Change a product",
  params: z.object({ id: Id }),
  body: ProductChange,
  reply: z.object({ data: Product }),
  notice: "Product Updated",
  failure: "Error: Failed to update product",
});

/** Multipart with one `file`; checked by its content, drawn anew, and kept under a name of ours. */
export const changeProductImage = put("/products/:id/image", {
  operationId: "changeProductImage",
  isLong: true,
  summary: "Upload a product's image",
  params: z.object({ id: Id }),
  reply: z.object({ data: Product }),
  notice: "Product image updated",
  failure: "Error: Failed to upload product image",
});
