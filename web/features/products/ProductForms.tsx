import { useNavigate } from "react-router-dom";
import * as z from "zod";
import { Rupees } from "#shared/http/money.ts";
import { addProduct, changeProduct } from "#shared/products/product.api.ts";
import { productRecord } from "#shared/products/product.record.ts";
import { NewProduct, type Product, ProductType } from "#shared/products/product.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { saveById, saveNew } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";
import { rupeesText } from "../../ui/Money.tsx";

const labels = {
  brand: "Brand",
  productType: "Product Type",
  price: "Price",
  tagline: "Tagline",
  description: "Description",
};
/** What the form holds. An empty price is 0, as for the server. */
const schema = z.strictObject({
  brand: NewProduct.shape.brand,
  productType: ProductType,
  price: Rupees.nullable().transform((price) => price ?? 0),
  tagline: NewProduct.shape.tagline.unwrap(),
  description: NewProduct.shape.description.unwrap(),
});
type Values = Omit<z.input<typeof schema>, "productType"> & { productType: ProductType | null };

const blank: Values = { brand: "", productType: null, price: null, tagline: "", description: "" };
const valuesOf = ({ brand, productType, price, tagline, description }: Product): Values => ({
  brand,
  productType,
  price,
  tagline,
  description,
});
const typeNames: Record<ProductType, string> = { product: "Product", deposit: "Deposit" };
const typeOptions = ProductType.options.map((value) => ({ value, label: typeNames[value] }));

function ProductFields({ form, isNew }: { form: FormHandle<Values>; isNew?: boolean }) {
  return (
    <>
      <TextField {...form.field("brand")} autoFocus={isNew} />
      <div className="product-terms">
        <SelectField {...form.field("productType")} options={typeOptions} placeholder="Select" />
        <NumberField {...form.field("price")} unitBefore="₹" decimals={2} />
      </div>
      <TextField {...form.field("tagline")} />
      <TextField {...form.field("description")} rows={4} />
    </>
  );
}

/** Adds a product; its page then takes the image. */
export function AddProductForm() {
  const browserAlert = useBrowserAlert();
  const navigate = useNavigate();
  const form = useAddingForm({
    schema,
    blank,
    labels,
    // Specification section 5: said in a dialog once nothing else is wrong.
    onRefused: ({ productType, ...others }) => {
      if (productType && Object.keys(others).length === 0) void browserAlert({ text: "Select product" });
    },
    add: (body) => saveNew(addProduct, { body }, (reply) => reply.data),
    taken: (error) => ({ brand: error }),
    onAdded: ({ _id }) => void navigate(pathTo("product", { id: _id })),
  });
  return (
    <Form form={form} action="Add product" cancelTo={paths.products}>
      <ProductFields form={form} isNew />
    </Form>
  );
}

/** Edits a product; true to what others change meanwhile. */
export function ProductForm({ record, onKnown }: Shown<Product>) {
  const form = useRecordForm({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    show: {
      productType: (type) => (type ? typeNames[type] : "none"),
      price: (price) => (price === null ? "none" : rupeesText(price)),
    },
    save: (change, madeOn) =>
      saveById(record._id, change, { ...madeOn, endpoint: changeProduct, record: productRecord }),
    taken: (error) => ({ brand: error }),
  });
  return (
    <Form form={form} action="Save changes" editing label="Product">
      <ProductFields form={form} />
    </Form>
  );
}
