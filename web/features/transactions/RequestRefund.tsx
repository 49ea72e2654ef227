import { useState } from "react";
import { refundReasons } from "#shared/transactions/can-case.schema.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { RequestDialog } from "../../records/RequestDialog.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";

interface RequestRefundProps {
  record: CanTransaction;
  rule: string | null;
  onClose: () => void;
}
const options = refundReasons.map((value) => ({ value, label: value }));

/** Requests a refund from another operator, with a reason and a note. */
export function RequestRefund({ record, rule, onClose }: RequestRefundProps) {
  const [what, setWhat] = useState<(typeof refundReasons)[number] | null>(null);
  return (
    <RequestDialog
      request={{ kind: "refund", record: record._id, change: {} }}
      why={rule}
      before={what ? `${what}: ` : ""}
      missing={what ? null : "Choose what happened first"}
      onClose={onClose}
    >
      <SelectField label="What happened" value={what} options={options} onChange={setWhat} placeholder="Choose one" />
    </RequestDialog>
  );
}
