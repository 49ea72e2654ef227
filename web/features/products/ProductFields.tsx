import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";
import { type ProductValues, typeOptions } from "./product-values.ts";

/** The fields of a product, new or known. */
export function ProductFields({ form, isNew }: { form: FormHandle<ProductValues>; isNew?: boolean }) {
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
