import {
  addProduct,
  changeProduct,
  changeProductImage,
  listProducts,
  readProduct,
} from "#shared/products/product.api.ts";
import { type NewProduct, Product, type ProductChange } from "#shared/products/product.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { isNewer, withoutRecord, withRecord } from "../../live/records.ts";
import { atom } from "../../state/jotai.ts";

/** All products, kept true while their page is open. */
export const productsAtom = liveAtom<Product[]>({
  rooms: ["products"],
  load: loadBy(listProducts, {}, (reply) => reply.products),
  handlers: { "product.changed": withRecord, "product.removed": withoutRecord },
});

/** What is known now, with what was told: the newer of the two. */
export const newerProduct = (known: Product | null, told: Product): Product =>
  isNewer(known ?? undefined, told) ? told : (known ?? told);

/** One product; null once it was removed. */
export const productAtomOf = (id: string) =>
  liveAtom<Product | null>({
    rooms: ["products"],
    load: loadBy(readProduct, { params: { id } }, (reply) => reply.data),
    handlers: {
      "product.changed": (known, told) => (told._id === id ? newerProduct(known, told) : known),
      "product.removed": (known, gone) => (gone._id === id ? null : known),
    },
  });

/** The added product, or the server's words where its brand exists already; the alert has been shown. */
export const addProductAtom = atom(null, async (_get, _set, body: NewProduct) => {
  const outcome = await call(addProduct, { body });
  if (outcome.is === "done") return { added: outcome.reply.data, taken: null };
  return { added: null, taken: outcome.is === "refused" && outcome.status === 409 ? outcome.error : null };
});

interface ProductEdit {
  /** As the form knows it; `rev` is the one that the edit was made on. */
  product: Product;
  change: Required<Omit<ProductChange, "rev">>;
  isUntouched: (present: Product) => boolean;
}

export const changeProductAtom = atom(
  null,
  (_get, _set, { product, change, isUntouched }: ProductEdit): Promise<Edited<Product>> =>
    saveEdit({
      endpoint: changeProduct,
      input: (rev) => ({ params: { id: product._id }, body: { ...change, rev } }),
      rev: product.rev,
      recordIn: (reply) => reply.data,
      present: { name: "data", schema: Product },
      isUntouched,
    }),
);

interface Upload {
  id: string;
  file: File;
  onProgress: (part: number) => void;
}

/** The product with its new image, or why it was refused; the alert has been shown. */
export const uploadImageAtom = atom(null, async (_get, _set, { id, file, onProgress }: Upload) => {
  const form = new FormData();
  form.set("file", file);
  const outcome = await call(changeProductImage, { params: { id } }, { form, onProgress });
  return outcome.is === "done" ? { product: outcome.reply.data } : { product: null, error: outcome.error };
});
