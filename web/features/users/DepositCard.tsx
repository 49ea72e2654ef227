import * as z from "zod";
import { changeDeposit } from "#shared/deposits/deposit.api.ts";
import { depositRecord } from "#shared/deposits/deposit.record.ts";
import { type Deposit, orNothing, Slots } from "#shared/deposits/deposit.schema.ts";
import { line } from "#shared/http/fields.ts";
import { Rupees } from "#shared/http/money.ts";
import { saveById } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-deeds.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { rupeesText } from "../../ui/Money.tsx";

const labels = {
  deposit: "Deposit",
  securityDeposit: "Security deposit",
  depositBought: "Deposits bought",
  depositUsed: "Deposits used",
  freeDeposit: "Free deposits",
  collectSecurityDeposit: "Collect security deposit",
  receivedFreeDeposit: "Received free deposit",
  reason: "Reason",
};
const schema = z.strictObject({
  deposit: orNothing(Rupees),
  securityDeposit: orNothing(Rupees),
  depositBought: orNothing(Slots),
  depositUsed: orNothing(Slots),
  freeDeposit: orNothing(Slots),
  collectSecurityDeposit: z.boolean(),
  receivedFreeDeposit: z.boolean(),
  reason: line(300),
});
type Values = z.input<typeof schema>;
const valuesOf = ({ _id, rev, ...figures }: Deposit): Values => ({ ...figures, reason: "" });

const number = (value: number | null) => String(value ?? 0);
const rupees = (value: number | null) => rupeesText(value ?? 0);
const show = {
  deposit: rupees,
  securityDeposit: rupees,
  depositBought: number,
  depositUsed: number,
  freeDeposit: number,
};

/** The deposit record with every field of specification section 3. Each change is kept with its reason. */
export function DepositCard({ record, onKnown }: Shown<Deposit>) {
  const form = useRecordForm<Deposit, Values, z.output<typeof schema>>({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    show,
    save: (change, madeOn) =>
      saveById(record._id, change, { ...madeOn, endpoint: changeDeposit, record: depositRecord }),
  });
  const whyNot = useWhyNotOwn(record._id, "deposit");
  return (
    <Card title="Deposit">
      <Form form={form} action="Save deposit" editing label="Deposit" plain whyNot={whyNot}>
        <div className="user-figures">
          <NumberField {...form.field("deposit")} unitBefore="₹" decimals={2} />
          <NumberField {...form.field("securityDeposit")} unitBefore="₹" decimals={2} />
          <NumberField {...form.field("depositBought")} />
          <NumberField {...form.field("depositUsed")} />
          <NumberField {...form.field("freeDeposit")} />
        </div>
        <SwitchField
          {...form.field("collectSecurityDeposit")}
          hint="The next order charges it, where this user needs one"
        />
        <SwitchField {...form.field("receivedFreeDeposit")} />
        <TextField {...form.field("reason")} maxLength={300} hint="Is kept with the change" />
      </Form>
    </Card>
  );
}
