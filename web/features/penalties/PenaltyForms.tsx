import { useNavigate } from "react-router-dom";
import * as z from "zod";
import { line } from "#shared/http/fields.ts";
import { addPenalty, changePenalty } from "#shared/penalties/penalty.api.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import { NewPenalty, type Penalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { deedKey } from "../../http/deed-keys.ts";
import { saveById, saveNew } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-deeds.ts";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";
import { rupeesText } from "../../ui/Money.tsx";

const labels = {
  amount: "Amount",
  quantity: "Quantity",
  message: "Message",
  paid: "Paid",
  canceled: "Canceled",
  reason: "Reason",
};
const required = (field: z.ZodType<number, number>) =>
  z.union([
    field,
    z.null().transform((_, context) => {
      context.addIssue("is required");
      return z.NEVER;
    }),
  ]);
const money = {
  amount: required(NewPenalty.shape.amount),
  quantity: required(NewPenalty.shape.quantity),
  message: NewPenalty.shape.message.unwrap(),
};
const Adding = z.strictObject(money);
type Added = z.input<typeof Adding>;
/** Yes or No, as the specification has the two. */
const YesNo = z.enum(["Yes", "No"]);
const yesNo = (is: boolean): z.infer<typeof YesNo> => (is ? "Yes" : "No");
const Editing = z.strictObject({ ...money, paid: YesNo, canceled: YesNo, reason: line(300) });
type Edited = z.input<typeof Editing>;
const valuesOf = ({ amount, quantity, message, paid, canceled }: Penalty): Edited => ({
  amount,
  quantity,
  message,
  paid: yesNo(paid),
  canceled: yesNo(canceled),
  reason: "",
});
const show = { amount: (amount: number | null) => (amount === null ? "none" : rupeesText(amount)) };
const answers = YesNo.options.map((value) => ({ value, label: value }));

function MoneyFields({ form, isNew }: { form: Pick<FormHandle<Added>, "field">; isNew?: boolean }) {
  return (
    <>
      <div className="penalty-figures">
        <NumberField {...form.field("amount")} unitBefore="₹" decimals={2} hint="For one can" />
        <NumberField {...form.field("quantity")} hint="How many cans" />
      </div>
      <TextField {...form.field("message")} rows={3} maxLength={500} autoFocus={isNew} hint="Why it is charged" />
    </>
  );
}

/** Gives a user a penalty; asked twice it is given once. */
export function AddPenaltyForm({ user }: { user: string }) {
  const navigate = useNavigate();
  const form = useAddingForm<Penalty, Added, z.output<typeof Adding>>({
    schema: Adding,
    blank: { amount: null, quantity: 1, message: "" },
    labels,
    add: async (penalty) => {
      const body = { ...penalty, user };
      const { headers, answered } = deedKey({ addPenalty: body });
      const added = await saveNew(addPenalty, { params: { id: user }, body }, (reply) => reply.penalty, { headers });
      if (added.is !== "failed") answered();
      return added;
    },
    onAdded: () => void navigate(pathTo("user", { id: user })),
  });
  return (
    <Form form={form} action="Add penalty" cancelTo={pathTo("user", { id: user })}>
      <MoneyFields form={form} isNew />
    </Form>
  );
}

/** Edits a penalty, or says that it was paid or canceled. */
export function PenaltyForm({ record, onKnown }: Shown<Penalty>) {
  const form = useRecordForm<Penalty, Edited, z.output<typeof Editing>>({
    record,
    onKnown,
    schema: Editing,
    valuesOf,
    labels,
    show,
    save: ({ paid, canceled, ...change }, madeOn) =>
      saveById(
        record._id,
        { ...change, paid: paid === "Yes", canceled: canceled === "Yes" },
        { ...madeOn, endpoint: changePenalty, record: penaltyRecord },
      ),
  });
  const whyNot = useWhyNotOwn(record.user, "penalty");
  const [paid, canceled] = [form.field("paid"), form.field("canceled")];
  return (
    <Form form={form} action="Save changes" editing label="Penalty" whyNot={whyNot}>
      <MoneyFields form={form as unknown as Pick<FormHandle<Added>, "field">} />
      <div className="penalty-figures">
        <SelectField {...paid} onChange={(to) => to && paid.onChange(to)} options={answers} />
        <SelectField {...canceled} onChange={(to) => to && canceled.onChange(to)} options={answers} />
      </div>
      <TextField {...form.field("reason")} maxLength={300} hint="Is kept with the change" />
    </Form>
  );
}
