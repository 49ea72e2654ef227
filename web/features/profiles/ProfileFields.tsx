import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";
import { depositOptions, type ProfileValues } from "./profile-values.ts";

/** The terms of a profile, new or known. */
export function ProfileFields({ form, isNew }: { form: FormHandle<ProfileValues>; isNew?: boolean }) {
  return (
    <>
      <TextField {...form.field("name")} autoFocus={isNew} />
      <div className="profile-pair">
        <NumberField {...form.field("gst")} unitAfter="%" decimals={2} />
        <NumberField {...form.field("cansLimit")} hint="A day; 0 is no limit" />
        <SelectField {...form.field("deposit")} options={depositOptions} hint="Free for a new customer" />
        <NumberField {...form.field("depositCount")} hint="Cans without a deposit" />
      </div>
    </>
  );
}
