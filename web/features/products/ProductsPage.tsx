import "./products.css";
import type { Product } from "#shared/products/product.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { LinkCardsPage } from "../../recipes/LinkCardsPage.tsx";
import type { Choice } from "../../recipes/use-found.ts";
import { productsAtom } from "../../records/products.atoms.ts";
import { ProductCard } from "./ProductCard.tsx";

const nameOf = ({ brand }: Product): string => brand;
const textOf = ({ brand, tagline, description }: Product): string => `${brand}\n${tagline}\n${description}`;
const type: Choice<Product, "All" | "Product" | "Deposit"> = {
  key: "type",
  label: "Product type",
  options: ["All", "Product", "Deposit"],
  isIn: ({ productType }, option) => option === "All" || productType === option.toLowerCase(),
};

/** What machines sell, and the deposits that go with it (specification: Products). */
export const Component = () => (
  <LinkCardsPage
    atom={productsAtom}
    title="Products"
    things={["product", "products"]}
    nameOf={nameOf}
    textOf={textOf}
    placeholder="Brand, tagline or description"
    choice={type}
    add={{ to: pathTo("product", { id: "new" }), words: "Add New Product" }}
    empty={{
      icon: "pi-tags",
      words: "A product is a brand with its price. Profiles then say how machines sell it.",
    }}
    card={(product) => <ProductCard product={product} />}
    height={238}
    narrow
  />
);

export const first = () => [productsAtom];
