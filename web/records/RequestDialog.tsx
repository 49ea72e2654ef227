import "./approvals.css";
import { type ReactNode, useState } from "react";
import { requestApproval } from "#shared/approvals/approval.api.ts";
import { approvalWords } from "#shared/approvals/approval.rules.ts";
import type { ApprovalRequest } from "#shared/approvals/approval.schema.ts";
import { call } from "../http/call.ts";
import { withRecord } from "../live/records.ts";
import { useSetAtom } from "../state/jotai.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { approvalsAtom } from "./approvals.atoms.ts";

interface RequestDialogProps {
  request: Omit<ApprovalRequest, "reason">;
  /** Why one person does not suffice. */
  why: string | null;
  /** As it was typed already. */
  reason?: string;
  /** What stands before the reason, and what is still missing of it. */
  children?: ReactNode;
  before?: string;
  missing?: string | null;
  onClose: (isRequested: boolean) => void;
}

/** Requests a change that needs a second person, with a reason. */
export function RequestDialog({
  request,
  why,
  reason = "",
  children,
  before = "",
  missing,
  onClose,
}: RequestDialogProps) {
  const [words, setWords] = useState(reason);
  const send = useSetAtom(approvalsAtom);
  const action = async () => {
    const outcome = await call(requestApproval, {
      body: { ...request, reason: `${before}${words}` } as ApprovalRequest,
    });
    if (outcome.is !== "done") return;
    const { approval } = outcome.reply;
    send({ do: "update", change: (list) => withRecord(list, approval) });
    onClose(true);
  };
  const whyNot = missing ?? (words.trim() === "" ? "Say why it is needed" : null);
  return (
    <ActionDialog
      title={approvalWords[request.kind].button}
      label="Ask another operator"
      action={action}
      whyNot={whyNot}
      typed={words !== reason && "Reason"}
      onClose={() => onClose(false)}
    >
      <div className="approval-words">
        {why && <p>{why}.</p>}
        {children}
        <TextField id="ask-reason" name="reason" label="Reason" value={words} onChange={setWords} maxLength={500} />
      </div>
    </ActionDialog>
  );
}
