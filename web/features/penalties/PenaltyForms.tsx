import { useNavigate } from "react-router-dom";
import * as z from "zod";
import { addPenalty, changePenalty } from "#shared/penalties/penalty.api.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import { NewPenalty, type Penalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { actionKey } from "../../http/action-keys.ts";
import { saveBy, saveNew } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-actions.ts";
import { ChoiceField } from "../../ui/form/ChoiceField.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf, fieldsOfNew, required } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";
import { rupeesOrNone } from "../../ui/Money.tsx";
import { useIsHere } from "../../ui/use-is-here.ts";

const { amount, quantity, message } = NewPenalty.shape;
const charged = {
  amount: { label: "Amount", is: required(amount), blank: null, show: rupeesOrNone },
  quantity: { label: "Quantity", is: required(quantity), blank: 1 },
  message: { label: "Message", is: message.unwrap(), blank: "" },
};
const newFields = fieldsOfNew(charged);
const fields = fieldsOf({
  ...charged,
  paid: { label: "Paid", is: z.boolean() },
  canceled: { label: "Canceled", is: z.boolean() },
  reason,
});
/** The two choices (specification: Penalty states). */
const yesNo = [
  ["Yes", true],
  ["No", false],
] as const;

type ChargedForm = Pick<FormHandle<typeof newFields.blank>, "field">;

function ChargedFields({ form, isNew }: { form: ChargedForm; isNew?: boolean }) {
  return (
    <>
      <div className="form-figures">
        <NumberField {...form.field("amount")} unitBefore="₹" decimals={2} hint="For one can" />
        <NumberField {...form.field("quantity")} hint="How many cans" />
      </div>
      <TextField {...form.field("message")} rows={3} maxLength={500} autoFocus={isNew} hint="Why it is charged" />
    </>
  );
}

/** Gives a user a penalty; requested twice it is given once. */
export function AddPenaltyForm({ user }: { user: string }) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const userPage = pathTo("user", { id: user });
  const form = useAddingForm({
    ...newFields,
    add: async (penalty) => {
      const body = { ...penalty, user };
      const { headers, answered } = actionKey({ addPenalty: body });
      const added = await saveNew(addPenalty, { params: { id: user }, body }, (reply) => reply.penalty, { headers });
      if (added.is !== "failed") answered();
      return added;
    },
    onAdded: () => {
      if (isHere()) void navigate(userPage);
    },
  });
  return (
    <Form form={form} action="Add penalty" cancelTo={userPage}>
      <ChargedFields form={form} isNew />
    </Form>
  );
}

/** Edits a penalty, or says that it was paid or canceled. */
export function PenaltyForm(shown: Shown<Penalty>) {
  const form = useRecordForm({
    ...fields,
    ...shown,
    valuesOf: (penalty) => fields.valuesOf({ ...penalty, reason: "" }),
    save: saveBy(changePenalty, penaltyRecord),
  });
  const whyNot = useWhyNotOwn(shown.record.user, "penalty");
  return (
    <Form form={form} label="Penalty" whyNot={whyNot}>
      <ChargedFields form={form as unknown as ChargedForm} />
      <div className="form-figures">
        <ChoiceField {...form.field("paid")} choices={yesNo} />
        <ChoiceField {...form.field("canceled")} choices={yesNo} />
      </div>
      <ReasonField {...form.field("reason")} />
    </Form>
  );
}
