import { addProduct, changeProduct, changeProductImage } from "#shared/products/product.api.ts";
import { productRecord } from "#shared/products/product.record.ts";
import type { NewProduct, Product, ProductChange } from "#shared/products/product.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { atom } from "../../state/jotai.ts";

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
      record: productRecord,
      endpoint: changeProduct,
      input: (rev) => ({ params: { id: product._id }, body: { ...change, rev } }),
      rev: product.rev,
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
