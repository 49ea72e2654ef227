import "./approvals.css";
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { approve, decline } from "#shared/approvals/approval.api.ts";
import { approvalWords, whyNotApprove } from "#shared/approvals/approval.rules.ts";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import { call } from "../http/call.ts";
import { withRecord } from "../live/records.ts";
import { useAtomValue, useSetAtom } from "../state/jotai.ts";
import { operatorAtom } from "../state/session.atoms.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { useUnsaved } from "../ui/form/use-unsaved.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { useAction } from "../ui/use-action.ts";
import { approvalsAtom, useRequestedFor } from "./approvals.atoms.ts";

interface ApprovalNoteProps {
  approval: Approval;
  inCase: boolean;
  /** A colleague decided while something was typed. */
  isOver: boolean;
  /** For those in which something is typed. */
  keep: Dispatch<SetStateAction<readonly Approval[]>>;
}

function ApprovalNote({ approval, inCase, isOver, keep }: ApprovalNoteProps) {
  const { _id: id, kind, by, at, what, reason } = approval;
  const operator = useAtomValue(operatorAtom);
  const send = useSetAtom(approvalsAtom);
  const [why, setWhy] = useState("");
  const { doing, during } = useAction<"decide">();
  // By one's own decision the case may leave.
  const isTyped = why.trim() !== "" && doing === null;
  useEffect(() => {
    if (!isTyped) return;
    keep((kept) => [...kept, approval]);
    return () => keep((kept) => kept.filter((one) => one !== approval));
  }, [isTyped, approval, keep]);
  useUnsaved("Why it is declined", isTyped);
  if (!operator) return null;
  const whyNot = whyNotApprove(isOver ? { ...approval, state: "ended" } : approval, operator._id);
  const isOwn = by._id === operator._id && kind !== "own-order";
  const { requests } = approvalWords[kind];
  const question = {
    title: "Approve the request?",
    body: `${what}, as ${by.name || "an operator"} asks. It is done at once.`,
    action: "Approve",
    danger: true,
  };
  const known = (incoming: Approval) => send({ do: "update", change: (list) => withRecord(list, incoming) });
  const agree = async () => {
    const outcome = await call(approve, { params: { id }, body: {} });
    if (outcome.is === "done") known(outcome.reply.approval);
    // It may have ended with that refusal.
    else send({ do: "retry" });
  };
  const refuse = async () => {
    const outcome = await call(decline, { params: { id }, body: { reason: isOwn ? "Taken back" : why } });
    if (outcome.is === "done") known(outcome.reply.approval);
  };
  return (
    <section className="notice notice-mild approval" aria-label={`Request for ${requests}`}>
      <span className="pi pi-users" aria-hidden="true" />
      <div className="notice-words approval-words">
        {!inCase && (
          <p>
            <b>{by.name || "An operator"}</b> asks for {requests} <RelativeTime at={at} />: <b>{what}</b>. {reason}
          </p>
        )}
        {whyNot !== null && <p className="muted">{whyNot}.</p>}
        {(whyNot === null || isOver) && (
          <TextField
            id={`decline-${id}`}
            name="why"
            label="Why it is declined"
            value={why}
            onChange={setWhy}
            maxLength={200}
          />
        )}
        <span className="actions">
          {whyNot === null && (
            <>
              <ActionButton small kind="primary" question={question} action={() => during("decide", agree)}>
                Approve
              </ActionButton>
              <ActionButton
                small
                whyNot={why.trim() === "" ? "Write first why it is declined" : null}
                action={() => during("decide", refuse)}
              >
                Decline
              </ActionButton>
            </>
          )}
          {isOwn && (
            <ActionButton small action={refuse}>
              Take back
            </ActionButton>
          )}
        </span>
      </div>
    </section>
  );
}

interface ApprovalNotesProps {
  record: string;
  /** The case around it says who asks for what, and why. */
  inCase?: boolean;
}

/**
 * Pending requests about a record: another operator approves or declines one, the requester may withdraw it. One that a
 * colleague decides stays while something is typed in it.
 */
export function ApprovalNotes({ record, inCase = false }: ApprovalNotesProps) {
  const requested = useRequestedFor(record);
  const [kept, keep] = useState<readonly Approval[]>([]);
  const over = kept.filter((one) => one.record === record && !requested.some(({ _id }) => _id === one._id));
  return [...requested, ...over].map((approval) => (
    <ApprovalNote key={approval._id} approval={approval} inCase={inCase} isOver={over.includes(approval)} keep={keep} />
  ));
}
