import * as z from "zod";
import { addProfile, changeProfile } from "#shared/profiles/profile.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import { NewProfile, type ProductProfile } from "#shared/profiles/profile.schema.ts";
import { paths } from "../../app/paths.ts";
import { addBy, saveBy } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useEitherForm, useToPageOf } from "../../recipes/use-record-form.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { ChoiceField } from "../../ui/form/ChoiceField.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew, required } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

/** A choice is required, and the form may stand at none (specification: Checks of forms). */
const invalidDeposit = "Invalid Deposit Selected";
const deposits = [
  ["Select", null],
  ["Yes", true],
  ["No", false],
] as const;
const { name, gst, cansLimit, depositCount } = NewProfile.shape;
/** What a new profile starts with (specification: Constants). */
const fields = fieldsOfNew({
  name: { label: "Name", is: name, blank: "" },
  gst: { label: "GST", is: required(gst.unwrap()), blank: 0, show: (percent) => `${percent ?? 0} %` },
  cansLimit: { label: "Cans Limit", is: required(cansLimit.unwrap()), blank: 0 },
  deposit: {
    label: "Deposit",
    is: required(z.boolean()),
    blank: false,
    show: (chosen) => deposits.find(([, meant]) => meant === chosen)?.[0] ?? "",
  },
  depositCount: { label: "Deposit Count", is: required(depositCount.unwrap()), blank: 0 },
});

/** Adds a profile, or edits one's terms; true to what others change meanwhile. Its brands are edited one by one. */
export function ProfileForm({ shown }: { shown?: Shown<ProductProfile> }) {
  const alert = useSetAtom(addAlertAtom);
  const form = useEitherForm({
    ...fields,
    shown,
    rules: ({ deposit }) => (deposit === null ? { deposit: invalidDeposit } : {}),
    onRefused: ({ deposit }) => {
      if (deposit) alert({ kind: "danger", text: deposit });
    },
    save: saveBy(changeProfile, profileRecord),
    add: addBy(addProfile, profileRecord),
    onAdded: useToPageOf("profile"),
    taken: (error) => ({ name: error }),
  });
  const words = shown ? { label: "Profile" } : { action: "Add profile", cancelTo: paths.profiles };
  return (
    <Form form={form} {...words}>
      <TextField {...form.field("name")} autoFocus={!shown} />
      <div className="form-pair">
        <NumberField {...form.field("gst")} unitAfter="%" decimals={2} />
        <NumberField {...form.field("cansLimit")} hint="A day; 0 is no limit" />
        <ChoiceField {...form.field("deposit")} choices={deposits} hint="Free for a new customer" />
        <NumberField {...form.field("depositCount")} hint="Cans without a deposit" />
      </div>
    </Form>
  );
}
