import { useState } from "react";
import { approveRefund, declineRefund } from "#shared/transactions/can-case.api.ts";
import { whyNotDecide } from "#shared/transactions/refund.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { call } from "../../http/call.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useDeed } from "../../ui/use-deed.ts";

interface RefundRequestNoteProps {
  can: CanTransaction;
  onKnown: (told: CanTransaction) => void;
}

/** Somebody asks for a refund: another operator approves or declines it, and whoever asked reads why he may not. */
export function RefundRequestNote({ can, onKnown }: RefundRequestNoteProps) {
  const { _id, brand, user, refundRequest: request } = can;
  const operator = useAtomValue(operatorAtom);
  const { doing, during } = useDeed<"approve" | "decline">();
  const confirm = useConfirm();
  const [why, setWhy] = useState("");
  if (!request) return null;
  const whyNot = operator ? whyNotDecide(request, operator._id, user._id) : null;
  const approve = () =>
    during("approve", async () => {
      const body = `One can of ${brand} is credited to ${user.name} again, as ${request.by.name} asks. This cannot be undone.`;
      if (!(await confirm({ title: "Approve the refund?", body, action: "Approve Refund", danger: true }))) return;
      const outcome = await call(approveRefund, { params: { id: _id }, body: {} });
      if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
    });
  const decline = () =>
    during("decline", async () => {
      const outcome = await call(declineRefund, { params: { id: _id }, body: { reason: why } });
      if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
    });
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
          <Button small kind="primary" working={doing === "approve"} whyNot={whyNot} onClick={() => void approve()}>
            Approve Refund
          </Button>
          <Button
            small
            working={doing === "decline"}
            whyNot={whyNot ?? (why.trim() === "" ? "Say first why it is declined" : null)}
            onClick={() => void decline()}
          >
            Decline Refund
          </Button>
        </span>
      </div>
    </section>
  );
}
