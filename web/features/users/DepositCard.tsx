import * as z from "zod";
import { changeDeposit } from "#shared/deposits/deposit.api.ts";
import { depositRecord } from "#shared/deposits/deposit.record.ts";
import { type Deposit, Slots } from "#shared/deposits/deposit.schema.ts";
import { orNothing } from "#shared/http/fields.ts";
import { Rupees } from "#shared/http/money.ts";
import { saveBy } from "../../http/save-edit.ts";
import { EditCard } from "../../recipes/EditCard.tsx";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-actions.ts";
import { useApprovalRequest } from "../../records/use-approval-request.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { Money, rupeesText } from "../../ui/Money.tsx";

const rupees = { is: orNothing(Rupees), show: (held: number | null) => rupeesText(held ?? 0) };
const slots = { is: orNothing(Slots), show: (held: number | null) => String(held ?? 0) };
const fields = fieldsOf({
  deposit: { label: "Deposit", ...rupees },
  securityDeposit: { label: "Security deposit", ...rupees },
  depositBought: { label: "Deposits bought", ...slots },
  depositUsed: { label: "Deposits used", ...slots },
  freeDeposit: { label: "Free deposits", ...slots },
  collectSecurityDeposit: { label: "Collect security deposit", is: z.boolean() },
  receivedFreeDeposit: { label: "Received free deposit", is: z.boolean() },
  reason,
});

const saveDeposit = saveBy(changeDeposit, depositRecord);

function DepositForm({ onSaved, ...shown }: Shown<Deposit> & { onSaved: () => void }) {
  const { orRequest, dialog, words } = useApprovalRequest("deposit", shown.record);
  const form = useRecordForm({
    ...fields,
    ...shown,
    valuesOf: (deposit) => fields.valuesOf({ ...deposit, reason: "" }),
    save: async (change, madeOn) => {
      const edited = await orRequest({ ...change, rev: madeOn.rev }, () => saveDeposit(change, madeOn));
      if (edited.is === "saved") onSaved();
      return edited;
    },
  });
  const { action, why } = words("Save deposit");
  const whyNot = useWhyNotOwn(shown.record._id, "deposit");
  return (
    <>
      {dialog}
      <Form form={form} action={action} label="Deposit" plain whyNot={whyNot}>
        <div className="form-figures">
          <NumberField {...form.field("deposit")} unitBefore="₹" decimals={2} />
          <NumberField {...form.field("securityDeposit")} unitBefore="₹" decimals={2} />
          <NumberField {...form.field("depositBought")} />
          <NumberField {...form.field("depositUsed")} />
          <NumberField {...form.field("freeDeposit")} />
        </div>
        <SwitchField
          {...form.field("collectSecurityDeposit")}
          hint="The next order charges it if this user needs one"
        />
        <SwitchField {...form.field("receivedFreeDeposit")} />
        <ReasonField {...form.field("reason")} />
        {why && <p className="muted">{why}.</p>}
      </Form>
    </>
  );
}

const yesNo = (is: boolean): string => (is ? "Yes" : "No");

/** The deposit record with every field (specification: Entities). Each change is kept with its reason. */
export function DepositCard(shown: Shown<Deposit>) {
  const { labels } = fields;
  const { record } = shown;
  return (
    <EditCard
      title="Deposit"
      facts={[
        [labels.deposit, <Money key="deposit" amount={record.deposit} />],
        [labels.securityDeposit, <Money key="security" amount={record.securityDeposit} />],
        [labels.depositBought, record.depositBought],
        [labels.depositUsed, record.depositUsed],
        [labels.freeDeposit, record.freeDeposit],
        [labels.collectSecurityDeposit, yesNo(record.collectSecurityDeposit)],
        [labels.receivedFreeDeposit, yesNo(record.receivedFreeDeposit)],
      ]}
    >
      {(close) => <DepositForm {...shown} onSaved={close} />}
    </EditCard>
  );
}
