import { useNavigate } from "react-router-dom";
import * as z from "zod";
import { addProfile, changeProfile } from "#shared/profiles/profile.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import { NewProfile, type ProductProfile } from "#shared/profiles/profile.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { saveById, saveNew } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";

const labels = { name: "Name", gst: "GST", cansLimit: "Cans Limit", deposit: "Deposit", depositCount: "Deposit Count" };
/** Specification section 5: a choice is required, and the form may stand at none. */
const invalidDeposit = "Invalid Deposit Selected";
const deposits = { select: "Select", yes: "Yes", no: "No" } as const;
type Deposit = keyof typeof deposits;
const depositOptions = (Object.keys(deposits) as Deposit[]).map((value) => ({ value, label: deposits[value] }));

const schema = z.strictObject({
  name: NewProfile.shape.name,
  gst: NewProfile.shape.gst.unwrap(),
  cansLimit: NewProfile.shape.cansLimit.unwrap(),
  deposit: z.enum(["yes", "no"], invalidDeposit).transform((deposit) => deposit === "yes"),
  depositCount: NewProfile.shape.depositCount.unwrap(),
});
type Values = { name: string; deposit: Deposit | null } & Record<"gst" | "cansLimit" | "depositCount", number | null>;
/** Specification section 9: what a new profile starts with. */
const blank: Values = { name: "", gst: 0, cansLimit: 0, deposit: "no", depositCount: 0 };
const valuesOf = ({ name, gst, cansLimit, deposit, depositCount }: ProductProfile): Values => ({
  name,
  gst,
  cansLimit,
  deposit: deposit ? "yes" : "no",
  depositCount,
});

/** What both forms check and how they read. */
function useTerms() {
  const alert = useSetAtom(addAlertAtom);
  return {
    schema,
    labels,
    show: {
      gst: (gst: number | null) => `${gst ?? 0} %`,
      deposit: (choice: Deposit | null) => deposits[choice ?? "select"],
    },
    onRefused: ({ deposit }: { deposit?: string }) => {
      if (deposit) alert({ kind: "danger", text: invalidDeposit });
    },
    taken: (name: string) => ({ name }),
  };
}

function ProfileFields({ form, isNew }: { form: FormHandle<Values>; isNew?: boolean }) {
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

/** Adds a profile; its page then takes the brands. */
export function AddProfileForm() {
  const navigate = useNavigate();
  const form = useAddingForm({
    ...useTerms(),
    blank,
    add: (body) => saveNew(addProfile, { body }, (reply) => reply.productProfile),
    onAdded: ({ _id }) => void navigate(pathTo("profile", { id: _id })),
  });
  return (
    <Form form={form} action="Add profile" cancelTo={paths.profiles}>
      <ProfileFields form={form} isNew />
    </Form>
  );
}

/** Edits a profile's terms; true to what others change meanwhile. Its brand entries are edited one by one. */
export function ProfileForm({ record, onKnown }: Shown<ProductProfile>) {
  const form = useRecordForm({
    ...useTerms(),
    record,
    onKnown,
    valuesOf,
    save: (change, madeOn) =>
      saveById(record._id, change, { ...madeOn, endpoint: changeProfile, record: profileRecord }),
  });
  return (
    <Form form={form} action="Save changes" editing label="Profile">
      <ProfileFields form={form} />
    </Form>
  );
}
