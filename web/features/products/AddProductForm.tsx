import { useNavigate } from "react-router-dom";
import { paths, pathTo } from "../../app/paths.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { Form } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { ProductFields } from "./ProductFields.tsx";
import { blank, labels, ProductValues } from "./product-values.ts";
import { addProductAtom } from "./products.atoms.ts";

/** Adds a product; its page then takes the image. */
export function AddProductForm() {
  const navigate = useNavigate();
  const browserAlert = useBrowserAlert();
  const add = useSetAtom(addProductAtom);
  const form = useForm({
    schema: ProductValues,
    initial: blank,
    labels,
    submit: async ({ productType, ...product }) => {
      if (productType === null) {
        await browserAlert({ text: "Select product" });
        return { state: "refused", errors: { productType: "is required" } };
      }
      const { added, taken } = await add({ ...product, productType });
      if (!added) return { state: "refused", errors: taken ? { brand: taken } : {} };
      void navigate(pathTo("product", { id: added._id }));
      return { state: "saved" };
    },
  });
  return (
    <Form form={form} action="Add product" cancelTo={paths.products}>
      <ProductFields form={form} isNew />
    </Form>
  );
}
