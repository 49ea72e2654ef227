import * as z from "zod";
import { Rupees } from "#shared/http/money.ts";
import { NewProduct, type Product, ProductType } from "#shared/products/product.schema.ts";

export const labels = {
  brand: "Brand",
  productType: "Product Type",
  price: "Price",
  tagline: "Tagline",
  description: "Description",
};

/** What the form holds. An empty price is 0, as for the server; a missing type is the specification's own alert. */
export const ProductValues = z.strictObject({
  brand: NewProduct.shape.brand,
  productType: ProductType.nullable(),
  price: Rupees.nullable().transform((price) => price ?? 0),
  tagline: NewProduct.shape.tagline.unwrap(),
  description: NewProduct.shape.description.unwrap(),
});
export type ProductValues = z.input<typeof ProductValues>;

export const valuesOf = ({ brand, productType, price, tagline, description }: Product): ProductValues => ({
  brand,
  productType,
  price,
  tagline,
  description,
});

export const blank: ProductValues = { brand: "", productType: null, price: null, tagline: "", description: "" };

const names: Record<ProductType, string> = { product: "Product", deposit: "Deposit" };
export const typeOptions = ProductType.options.map((value) => ({ value, label: names[value] }));
export const typeName = (type: ProductType | null): string => (type ? names[type] : "none");
