import { useState } from "react";
import { settlePayment } from "#shared/payments/payment.api.ts";
import { UnknownPayment } from "#shared/payments/payment.schema.ts";
import { call } from "../../http/call.ts";
import { Key } from "../../recipes/queue/CaseHead.tsx";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Button } from "../../ui/Button.tsx";
import { PickWords } from "../../ui/form/PickWords.tsx";
import { reasonHint } from "../../ui/form/ReasonField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

const answers = ["Given back", "Belongs to an order", "Test payment"];

interface SettleProps {
  payment: UnknownPayment;
  /** Receives it as it is afterwards, also where somebody else was quicker. */
  onKnown: (incoming: UnknownPayment) => void;
}

function SettleDialog({ payment, onKnown, onClose }: SettleProps & { onClose: () => void }) {
  // The list goes on behind the dialog: what it hears meanwhile was not looked at.
  const [{ paymentId, status, said }] = useState(payment);
  const [reason, setReason] = useState("");
  const settle = async () => {
    const outcome = await call(settlePayment, { params: { paymentId }, body: { status, reason, said: said.length } });
    if (outcome.is === "failed") return;
    const now = UnknownPayment.safeParse(outcome.is === "done" ? outcome.reply.payment : outcome.data.payment);
    onClose();
    if (now.success) onKnown(now.data);
  };
  return (
    <ActionDialog
      title="Resolved"
      label="Mark as resolved"
      action={settle}
      whyNot={reason.trim() === "" ? "Write first what was done" : null}
      typed={reason !== "" && "What was done"}
      onClose={onClose}
    >
      <p>
        <span className="mono">{paymentId}</span> leaves the list. This moves no money.
      </p>
      <TextField
        id="payment-settled"
        name="reason"
        label="What was done"
        value={reason}
        onChange={setReason}
        maxLength={300}
        autoFocus
        hint={reasonHint}
      />
      <PickWords words={answers} onPick={setReason} />
    </ActionDialog>
  );
}

/** Gives a payment of no order its end. */
export function SettlePayment({ payment, onKnown }: SettleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon="pi-check" onClick={() => setOpen(true)}>
        Resolve <span className="unseen">{payment.paymentId}</span> <Key of="R" />
      </Button>
      {isOpen && <SettleDialog payment={payment} onKnown={onKnown} onClose={() => setOpen(false)} />}
    </>
  );
}
