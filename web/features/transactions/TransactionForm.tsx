import * as z from "zod";
import { lines } from "#shared/http/fields.ts";
import { changeTransaction } from "#shared/transactions/transaction.api.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { saveBy } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-actions.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { changedKeys } from "../../ui/form/form-values.ts";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

const fields = fieldsOf({
  returnCan: { label: "Return can", is: z.boolean() },
  depositUsed: { label: "Deposit used", is: z.boolean() },
  isContainerWorking: { label: "Container working", is: z.boolean() },
  containerOpen: { label: "Container open", is: z.boolean() },
  containerClose: { label: "Container close", is: z.boolean() },
  returnCanVerified: { label: "Return can verified", is: z.boolean() },
  // "Transaction form: comment required" (specification: Checks of forms).
  comment: { label: "Comment", is: lines(1_000).min(1, "is required") },
});

const save = saveBy(changeTransaction, transactionRecord);

/** What operators say of a transaction; its status moves by Open and Refund alone. */
export function TransactionForm(shown: Shown<CanTransaction>) {
  const known = fields.valuesOf(shown.record);
  const form = useRecordForm({
    ...fields,
    ...shown,
    // With the changed flags or the comment (specification: Calls of transactions and ledgers).
    save: (values, madeOn) =>
      save(Object.fromEntries(changedKeys(known, values).map((name) => [name, values[name]])), madeOn),
  });
  // Whether a slot is still held is known to the server alone: verifying may be a mere note.
  const whyNotVerify = useWhyNotOwn(shown.record.user._id, "return");
  return (
    <Card title="Door and can">
      <Form form={form} label="Transaction" plain>
        <div className="can-flags">
          <SwitchField {...form.field("containerOpen")} />
          <SwitchField {...form.field("containerClose")} />
          <SwitchField {...form.field("isContainerWorking")} />
          <SwitchField {...form.field("depositUsed")} />
          <SwitchField {...form.field("returnCan")} />
          <SwitchField
            {...form.field("returnCanVerified")}
            hint={whyNotVerify ?? "Frees the deposit slot of a can that was taken, once"}
          />
        </div>
        <TextField {...form.field("comment")} maxLength={1_000} />
      </Form>
    </Card>
  );
}
