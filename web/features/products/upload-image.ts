import { changeProductImage } from "#shared/products/product.api.ts";
import { call } from "../../http/call.ts";

/** The product with its new image, or why it was refused; the alert has been shown. */
export const uploadImage = async (id: string, file: File, onProgress: (part: number) => void) => {
  const form = new FormData();
  form.set("file", file);
  const outcome = await call(changeProductImage, { params: { id } }, { form, onProgress });
  return outcome.is === "done" ? { product: outcome.reply.data } : { product: null, error: outcome.error };
};
