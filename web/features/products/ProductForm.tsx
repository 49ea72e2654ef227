import type { Product } from "#shared/products/product.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Form } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { rupeesText } from "../../ui/Money.tsx";
import { ProductFields } from "./ProductFields.tsx";
import { labels, ProductValues, typeName, valuesOf } from "./product-values.ts";
import { changeProductAtom } from "./products.atoms.ts";

interface ProductFormProps {
  product: Product;
  /** What a reply says is shown at once, before its news comes. */
  onKnown: (product: Product) => void;
}

const isSame = (a: ProductValues, b: ProductValues): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Edits a product; true to what others change meanwhile. */
export function ProductForm({ product, onKnown }: ProductFormProps) {
  const change = useSetAtom(changeProductAtom);
  const form = useForm({
    schema: ProductValues,
    initial: valuesOf(product),
    version: product.rev,
    labels,
    show: {
      productType: typeName,
      price: (price) => (price === null ? "none" : rupeesText(price)),
    },
    submit: async ({ productType, ...fields }, rev = product.rev) => {
      if (productType === null) return { state: "refused", errors: { productType: "is required" } };
      const edited = await change({
        product: { ...product, rev },
        change: { ...fields, productType },
        isUntouched: (present) => isSame(valuesOf(present), valuesOf(product)),
      });
      if (edited.is === "refused") return { state: "refused", errors: edited.taken ? { brand: edited.error } : {} };
      onKnown(edited.record);
      const { rev: version } = edited.record;
      if (edited.is === "stale") return { state: "conflict", theirs: valuesOf(edited.record), version };
      return { state: "saved", values: valuesOf(edited.record), version };
    },
  });
  return (
    <Form form={form} action="Save changes" editing label="Product">
      <ProductFields form={form} />
    </Form>
  );
}
