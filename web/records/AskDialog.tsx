import "./approvals.css";
import { type ReactNode, useState } from "react";
import { askForApproval } from "#shared/approvals/approval.api.ts";
import { askWords } from "#shared/approvals/approval.rules.ts";
import type { ApprovalAsk } from "#shared/approvals/approval.schema.ts";
import { call } from "../http/call.ts";
import { withRecord } from "../live/records.ts";
import { useSetAtom } from "../state/jotai.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { approvalsAtom } from "./approvals.atoms.ts";

interface AskDialogProps {
  ask: Omit<ApprovalAsk, "reason">;
  /** Why one person does not suffice. */
  why: string | null;
  /** As it was typed already. */
  reason?: string;
  /** What stands before the reason, and what is still missing of it. */
  children?: ReactNode;
  before?: string;
  missing?: string | null;
  onClose: (asked: boolean) => void;
}

/** Asks another operator for a change that needs a second person, with a reason. */
export function AskDialog({ ask, why, reason = "", children, before = "", missing, onClose }: AskDialogProps) {
  const [words, setWords] = useState(reason);
  const send = useSetAtom(approvalsAtom);
  const action = async () => {
    const outcome = await call(askForApproval, { body: { ...ask, reason: `${before}${words}` } as ApprovalAsk });
    if (outcome.is !== "done") return;
    const { approval } = outcome.reply;
    send({ do: "update", change: (list) => withRecord(list, approval) });
    onClose(true);
  };
  const whyNot = missing ?? (words.trim() === "" ? "Say why it is needed" : null);
  return (
    <ActionDialog
      title={askWords[ask.kind].button}
      label="Ask another operator"
      action={action}
      whyNot={whyNot}
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
