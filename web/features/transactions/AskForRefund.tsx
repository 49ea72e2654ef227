import { useState } from "react";
import { askForRefund } from "#shared/transactions/can-case.api.ts";
import { type RefundAsk, refundReasons } from "#shared/transactions/can-case.schema.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { DeedDialog } from "../../ui/DeedDialog.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

interface AskForRefundProps extends Shown<CanTransaction> {
  rule: string | null;
  onClose: () => void;
}
const options = refundReasons.map((value) => ({ value, label: value }));

/** Asks another operator for a refund, with a reason and a note. */
export function AskForRefund({ record, rule, onKnown, onClose }: AskForRefundProps) {
  const [reason, setReason] = useState<RefundAsk["reason"] | null>(null);
  const [note, setNote] = useState("");
  const ask = async () => {
    if (!reason) return;
    const outcome = await call(askForRefund, { params: { id: record._id }, body: { reason, note } });
    if (outcome.is !== "done") return;
    onKnown(outcome.reply.canTransaction);
    onClose();
  };
  const whyNot = !reason || note.trim() === "" ? "A reason and a note are needed" : null;
  return (
    <DeedDialog title="Ask for a refund" action="Ask another operator" deed={ask} whyNot={whyNot} onClose={onClose}>
      <div className="can-ask">
        {rule && <p>{rule}.</p>}
        <SelectField label="Reason" value={reason} options={options} onChange={setReason} placeholder="Choose one" />
        <TextField id="refund-note" name="note" label="Note" value={note} onChange={setNote} maxLength={500} />
      </div>
    </DeedDialog>
  );
}
