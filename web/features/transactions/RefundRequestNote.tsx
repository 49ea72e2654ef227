import { useState } from "react";
import { approveRefund, declineRefund } from "#shared/transactions/can-case.api.ts";
import { whyNotDecide } from "#shared/transactions/refund.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { DeedButton } from "../../ui/DeedButton.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";

/** Somebody asks for a refund: another operator approves or declines it, and whoever asked reads why he may not. */
export function RefundRequestNote({ record, onKnown }: Shown<CanTransaction>) {
  const { _id, brand, user, refundRequest: request } = record;
  const operator = useAtomValue(operatorAtom);
  const [why, setWhy] = useState("");
  if (!request) return null;
  const whyNot = operator ? whyNotDecide(request, operator._id, user._id) : null;
  const question = {
    title: "Approve the refund?",
    body: `One can of ${brand} is credited to ${user.name} again, as ${request.by.name} asks. This cannot be undone.`,
    action: "Approve Refund",
    danger: true,
  };
  const approve = async () => {
    const outcome = await call(approveRefund, { params: { id: _id }, body: {} });
    if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
  };
  const decline = async () => {
    const outcome = await call(declineRefund, { params: { id: _id }, body: { reason: why } });
    if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
  };
  return (
    <section className="notice can-request" aria-label="Refund request">
      <span className="pi pi-users" aria-hidden="true" />
      <div className="notice-words can-ask">
        <p>
          <b>{request.by.name || "An operator"}</b> asks for a refund <RelativeTime at={request.at} />: {request.reason}
          . {request.note}
        </p>
        {whyNot === null && (
          <TextField
            id="decline-why"
            name="why"
            label="Why it is declined"
            value={why}
            onChange={setWhy}
            maxLength={200}
          />
        )}
        <span className="deeds">
          <DeedButton small kind="primary" whyNot={whyNot} question={question} deed={approve}>
            Approve Refund
          </DeedButton>
          <DeedButton
            small
            whyNot={whyNot ?? (why.trim() === "" ? "Say first why it is declined" : null)}
            deed={decline}
          >
            Decline Refund
          </DeedButton>
        </span>
      </div>
    </section>
  );
}
