import { useState } from "react";
import { needsSecondPerson, refundRuleText } from "#shared/transactions/refund.rules.ts";
import { liveText, showsOpen, showsRefund } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRequestedFor } from "../../records/approvals.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { canCaseAtomOf } from "./can-case.atoms.ts";
import { RequestRefund } from "./RequestRefund.tsx";
import { useCanActions } from "./use-can-actions.ts";

/** Whether one person may refund it now, and its container, as the page that shows it knows. */
export const useCanCase = (id: string) => {
  const { data } = useAtomValue(canCaseAtomOf(id));
  return {
    container: data?.container ?? null,
    needsSecond: data ? needsSecondPerson(data.refunds) : false,
    rule: data ? refundRuleText(data.refunds) : null,
  };
};

interface RefundActionProps extends Shown<CanTransaction> {
  /** Another operator is about to be asked. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

function RefundAction({ isOpen, setOpen, ...shown }: RefundActionProps) {
  const { record } = shown;
  const { doing, refund } = useCanActions(shown);
  const { needsSecond, rule } = useCanCase(record._id);
  const isRequested = useRequestedFor(record._id).length > 0;
  if (needsSecond && isRequested && !isOpen) return null;
  return (
    <>
      <Button
        icon="pi-undo"
        working={doing === "refund"}
        title={rule ?? undefined}
        onClick={() => (needsSecond ? setOpen(true) : void refund())}
      >
        {needsSecond ? "Ask for Refund" : "Refund Can"}
      </Button>
      {isOpen && <RequestRefund record={record} rule={rule} onClose={() => setOpen(false)} />}
    </>
  );
}

/** "Open Container unless opened; Refund Can only when neither opened nor failed" (specification: Can status). */
export function TransactionActions(shown: Shown<CanTransaction>) {
  const { record } = shown;
  const { doing, open } = useCanActions(shown);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {showsOpen(record) && (
        <Button
          kind={record.status === "pending" ? "primary" : "plain"}
          icon="pi-lock-open"
          working={doing === "open"}
          whyNot={record.isLive ? liveText : null}
          onClick={() => void open()}
        >
          Open Container
        </Button>
      )}
      {/* What is typed in the request stays where the can comes out, or a colleague asks, meanwhile. */}
      {(showsRefund(record) || isAsking) && <RefundAction {...shown} isOpen={isAsking} setOpen={setAsking} />}
    </>
  );
}
