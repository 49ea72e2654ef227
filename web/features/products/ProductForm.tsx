import { orNothing } from "#shared/http/fields.ts";
import { Rupees } from "#shared/http/money.ts";
import { addProduct, changeProduct } from "#shared/products/product.api.ts";
import { productRecord } from "#shared/products/product.record.ts";
import { NewProduct, type Product, ProductType } from "#shared/products/product.schema.ts";
import { paths } from "../../app/paths.ts";
import { addBy, saveBy } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useEitherForm, useToPageOf } from "../../recipes/use-record-form.ts";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew, required } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SwitchRowField } from "../../ui/form/SwitchRowField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { rupeesOrNone } from "../../ui/Money.tsx";

const typeNames: Record<ProductType, string> = { product: "Product", deposit: "Deposit" };
const { brand, tagline, description } = NewProduct.shape;
const fields = fieldsOfNew({
  brand: { label: "Brand", is: brand, blank: "" },
  productType: {
    label: "Product Type",
    is: required(ProductType),
    blank: null,
    show: (type) => (type ? typeNames[type] : "none"),
  },
  // An empty price is 0, as for the server.
  price: { label: "Price", is: orNothing(Rupees), blank: null, show: rupeesOrNone },
  tagline: { label: "Tagline", is: tagline.unwrap(), blank: "" },
  description: { label: "Description", is: description.unwrap(), blank: "" },
});

/** Adds a product, whose page then takes the image, or edits one; true to what others change meanwhile. */
export function ProductForm({ shown }: { shown?: Shown<Product> }) {
  const browserAlert = useBrowserAlert();
  const form = useEitherForm({
    ...fields,
    shown,
    // Said in a dialog once nothing else is wrong (specification: Checks of forms).
    onRefused: ({ productType, ...others }) => {
      if (productType && Object.keys(others).length === 0) void browserAlert({ text: "Select product" });
    },
    save: saveBy(changeProduct, productRecord),
    add: addBy(addProduct, productRecord),
    onAdded: useToPageOf("product"),
    taken: (error) => ({ brand: error }),
  });
  const words = shown ? { label: "Product" } : { action: "Add product", cancelTo: paths.products };
  return (
    <Form form={form} {...words}>
      <TextField {...form.field("brand")} autoFocus={!shown} />
      <div className="form-pair">
        <SwitchRowField {...form.field("productType")} choices={typeNames} />
        <NumberField {...form.field("price")} unitBefore="₹" decimals={2} />
      </div>
      <TextField {...form.field("tagline")} />
      <TextField {...form.field("description")} rows={4} />
    </Form>
  );
}
