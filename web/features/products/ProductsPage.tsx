import "./products.css";
import { useMemo } from "react";
import type { Product } from "#shared/products/product.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { productsAtom } from "../../records/products.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { byName, findByWords } from "../../ui/find-by-words.ts";
import { LinkCardBones, LinkCards } from "../../ui/LinkCard.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { ProductCard } from "./ProductCard.tsx";

const types = ["All", "Product", "Deposit"] as const;
type Type = (typeof types)[number];
const options = { filters: { q: "", type: "All" }, choices: { type: types } };
const newProduct = pathTo("product", { id: "new" });

const isOf = ({ productType }: Product, type: Type): boolean => type === "All" || productType === type.toLowerCase();

const lineOf = (shown: number, all: number): string => {
  const products = `product${all === 1 ? "" : "s"}`;
  if (all === 0) return "No product yet";
  return shown === all ? `${all} ${products}` : `${shown} of ${all} ${products}`;
};

/** What machines sell, and the deposits that go with it (specification section 2). */
export function Component() {
  const [load, send] = useAtom(productsAtom);
  const list = useListState(options);
  const { q } = list.filters;
  const type = list.filters.type as Type;

  const all = load.data;
  const ordered = useMemo(() => byName(all ?? [], (product) => product.brand), [all]);
  const found = useMemo(
    () => findByWords(ordered, q, ({ brand, tagline, description }) => `${brand}\n${tagline}\n${description}`),
    [ordered, q],
  );
  const shown = useMemo(() => found.filter((product) => isOf(product, type)), [found, type]);
  const counts = useMemo(
    () => Object.fromEntries(types.map((one) => [one, found.filter((product) => isOf(product, one)).length])),
    [found],
  );

  return (
    <>
      <PageHead
        title="Products"
        line={all ? lineOf(shown.length, all.length) : "Loading the products"}
        action={
          <ButtonLink kind="primary" icon="pi-plus" to={newProduct}>
            Add New Product
          </ButtonLink>
        }
      />
      {all?.length !== 0 && (
        <div className="card-filters">
          <FilterText
            label="Find a product"
            quietLabel
            placeholder="Brand, tagline or description"
            value={q}
            onCommit={(text, how) => list.setFilter("q", text, how)}
          />
          <SwitchRow
            label="Product type"
            options={types}
            value={type}
            counts={all && counts}
            onChange={(chosen) => list.setFilter("type", chosen)}
          />
        </div>
      )}
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LinkCardBones height={238} narrow />}>
        {(products) => {
          if (shown.length > 0) {
            return (
              <LinkCards label="Products" of={shown} idOf={(product) => product._id} narrow>
                {(product) => <ProductCard product={product} />}
              </LinkCards>
            );
          }
          if (products.length === 0) {
            return (
              <Empty
                title="No product yet"
                icon="pi-tags"
                action={<ButtonLink to={newProduct}>Add New Product</ButtonLink>}
              >
                A product is a brand with its price. Profiles then say how machines sell it.
              </Empty>
            );
          }
          const kind = type === "All" ? "product" : `${type.toLowerCase()} product`;
          return (
            <Empty
              title={q ? `No ${kind} matches “${q}”` : `There is no ${kind}`}
              action={<Button onClick={list.clear}>Clear filter</Button>}
            />
          );
        }}
      </Loadable>
    </>
  );
}
