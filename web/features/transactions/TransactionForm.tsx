import * as z from "zod";
import { lines } from "#shared/http/fields.ts";
import { changeTransaction } from "#shared/transactions/transaction.api.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { saveById } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-deeds.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

const labels = {
  returnCan: "Return can",
  depositUsed: "Deposit used",
  isContainerWorking: "Container working",
  containerOpen: "Container open",
  containerClose: "Container close",
  returnCanVerified: "Return can verified",
  comment: "Comment",
};
/** "Transaction form: comment required" (specification section 5). */
const schema = z.strictObject({
  returnCan: z.boolean(),
  depositUsed: z.boolean(),
  isContainerWorking: z.boolean(),
  containerOpen: z.boolean(),
  containerClose: z.boolean(),
  returnCanVerified: z.boolean(),
  comment: lines(1_000).min(1, "is required"),
});
type Values = z.input<typeof schema>;
const valuesOf = (can: CanTransaction): Values => ({
  returnCan: can.returnCan,
  depositUsed: can.depositUsed,
  isContainerWorking: can.isContainerWorking,
  containerOpen: can.containerOpen,
  containerClose: can.containerClose,
  returnCanVerified: can.returnCanVerified,
  comment: can.comment,
});

/** What operators say of a transaction; its status moves by Open and Refund alone. */
export function TransactionForm({ record, onKnown }: Shown<CanTransaction>) {
  const form = useRecordForm<CanTransaction, Values, z.output<typeof schema>>({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    save: (change, madeOn) =>
      saveById(record._id, change, { ...madeOn, endpoint: changeTransaction, record: transactionRecord }),
  });
  // Whether a slot is still held is known to the server alone: verifying may be a mere note.
  const whyNotVerify = useWhyNotOwn(record.user._id, "return");
  return (
    <Card title="What is known">
      <Form form={form} action="Save changes" editing label="Transaction" plain>
        <div className="can-flags">
          <SwitchField {...form.field("containerOpen")} />
          <SwitchField {...form.field("containerClose")} />
          <SwitchField {...form.field("isContainerWorking")} />
          <SwitchField {...form.field("depositUsed")} />
          <SwitchField {...form.field("returnCan")} />
          <SwitchField {...form.field("returnCanVerified")} hint={whyNotVerify ?? "Frees the deposit slot, once"} />
        </div>
        <TextField {...form.field("comment")} maxLength={1_000} />
      </Form>
    </Card>
  );
}
