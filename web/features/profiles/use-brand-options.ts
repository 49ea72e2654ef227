import { useMemo } from "react";
import type { Product } from "#shared/products/product.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { byName } from "../../ui/find-by-words.ts";
import type { Option } from "../../ui/form/SelectField.tsx";
import { productsAtom } from "./profiles.atoms.ts";

/** The brands to choose from; the ones that another entry of the profile holds stand last and say so. */
export function useBrandOptions(others: readonly BrandEntry[], own?: BrandEntry) {
  const load = useAtomValue(productsAtom);
  const products = load.data;
  const options = useMemo((): Option[] => {
    const added = new Set(others.map(({ product }) => product));
    const known = byName(products ?? [], ({ brand }) => brand);
    const option = ({ _id, brand }: Pick<Product, "_id" | "brand">): Option => ({
      value: _id,
      label: added.has(_id) ? `${brand} (added)` : brand,
    });
    // Its own brand stands there before the products are loaded.
    const missing =
      own && !known.some(({ _id }) => _id === own.product) ? [{ _id: own.product, brand: own.brand }] : [];
    const free = known.filter(({ _id }) => !added.has(_id));
    return [...missing, ...free, ...known.filter(({ _id }) => added.has(_id))].map(option);
  }, [products, others, own]);
  return {
    options,
    productOf: (id: string | null): Product | undefined => products?.find(({ _id }) => _id === id),
    isLoading: products === undefined && load.state === "loading",
    emptyText: load.state === "failed" ? load.error : "There is no product yet",
  };
}
