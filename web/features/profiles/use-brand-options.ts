import { useMemo } from "react";
import type { Product } from "#shared/products/product.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { choicesOf, type Option } from "../../ui/form/choices.ts";

/**
 * The brands to choose from; those already in the profile stand last and say so. `assigned` are the products of all its
 * entries, `own` is the entry that chooses.
 */
export function useBrandOptions(assigned: readonly string[], own?: BrandEntry) {
  const load = useAtomValue(orderedProductsAtom);
  const products = load.data;
  const options = useMemo((): Option[] => {
    const added = new Set(assigned.filter((product) => product !== own?.product));
    const known = products ?? [];
    const option = ({ _id, brand }: Pick<Product, "_id" | "brand">): Option => ({
      value: _id,
      label: added.has(_id) ? `${brand} (added)` : brand,
    });
    // Its own brand stands there before the products are loaded.
    const missing =
      own && !known.some(({ _id }) => _id === own.product) ? [{ _id: own.product, brand: own.brand }] : [];
    const free = known.filter(({ _id }) => !added.has(_id));
    return [...missing, ...free, ...known.filter(({ _id }) => added.has(_id))].map(option);
  }, [products, assigned, own]);
  return {
    choices: { ...choicesOf(load, () => options, "There is no product yet"), options },
    productOf: (id: string | null): Product | undefined => products?.find(({ _id }) => _id === id),
  };
}
