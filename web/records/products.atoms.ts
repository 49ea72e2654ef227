import { listProducts, readProduct } from "#shared/products/product.api.ts";
import { productRecord } from "#shared/products/product.record.ts";
import { listAtomOf, recordAtomOf } from "../live/record-atoms.ts";
import { atom } from "../state/jotai.ts";
import { mapLoad } from "../state/load.ts";
import { oneForKey } from "../state/one-for-key.ts";
import { byName } from "../ui/find-by-words.ts";

export const productsAtom = listAtomOf(productRecord, listProducts);

/** The products in the order of their brands, sorted once for all who choose among them. */
export const orderedProductsAtom = atom((get) =>
  mapLoad(get(productsAtom), (all) => byName(all, ({ brand }) => brand)),
);

export const productAtomOf = oneForKey((id: string) => recordAtomOf(productRecord, readProduct, id));
