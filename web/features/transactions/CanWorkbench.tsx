import { useState } from "react";
import { Link } from "react-router-dom";
import { liveText } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { CaseHead, Key } from "../../recipes/queue/CaseHead.tsx";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { ApprovalNotes } from "../../records/ApprovalNotes.tsx";
import { useRequestedFor } from "../../records/approvals.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { momentText } from "../../ui/times.ts";
import { CanCaseCards } from "./CanCaseCards.tsx";
import { RequestRefund } from "./RequestRefund.tsx";
import { useCanCase } from "./TransactionActions.tsx";
import { useCanActions } from "./use-can-actions.ts";

interface CanWorkbenchProps extends Shown<CanTransaction> {
  onNext: () => void;
  /** Why nothing opens at its machine now: it is offline. */
  whyAway: string | null;
}

/**
 * One can that did not come out, with all that is known around it, and one key for each action. If its machine cannot
 * open anything, the refund comes first.
 */
export function CanWorkbench({ onNext, whyAway, ...shown }: CanWorkbenchProps) {
  const { record: can } = shown;
  const { doing, open, refund, mark } = useCanActions(shown);
  const { needsSecond, rule, container } = useCanCase(can._id);
  const [isAsking, setAsking] = useState(false);
  const isRequested = useRequestedFor(can._id).length > 0;
  const whyLive = can.isLive ? liveText : null;
  const openAgain = (
    <Button
      key="open"
      kind={whyAway ? "plain" : "primary"}
      icon="pi-lock-open"
      working={doing === "open"}
      whyNot={whyLive ?? whyAway}
      onClick={() => void open()}
    >
      Open again <Key of="O" />
    </Button>
  );
  const giveBack = (
    <Button
      key="refund"
      kind={whyAway ? "primary" : "plain"}
      icon="pi-undo"
      working={doing === "refund"}
      whyNot={needsSecond && isRequested ? "Another operator was asked already" : null}
      title={rule ?? undefined}
      onClick={() => (needsSecond ? setAsking(true) : void refund())}
    >
      {needsSecond ? "Ask for Refund" : "Refund"} <Key of="R" />
    </Button>
  );
  return (
    <>
      <CaseHead
        title={
          <Link className="mono" to={pathTo("transaction", { id: can._id })}>
            {can.transactionId}
          </Link>
        }
        line={
          <>
            {can.brand}, container {can.containerId} of{" "}
            <Link to={pathTo("machine", { id: can.vendingMachine._id })}>{can.vendingMachine.name}</Link>,{" "}
            {momentText(Date.parse(can.time))}, taken by{" "}
            <Link to={pathTo("user", { id: can.user._id })}>{can.user.name || can.user.phone}</Link>
          </>
        }
        chips={
          <>
            {whyAway && <Chip tone="danger" icon="pi-times-circle" word={whyAway} />}
            {!can.isContainerWorking && <Chip tone="danger" icon="pi-ban" word="Container not working" />}
          </>
        }
        onNext={onNext}
      >
        {whyAway ? [giveBack, openAgain] : [openAgain, giveBack]}
        <Button icon="pi-ban" working={doing === "mark"} whyNot={whyLive} onClick={() => void mark(container)}>
          Mark container not working <Key of="M" />
        </Button>
      </CaseHead>
      {rule && <p className="can-rule">{rule}.</p>}
      <ApprovalNotes record={can._id} />
      <CanCaseCards can={can} isAway={whyAway !== null} />
      {isAsking && <RequestRefund record={can} rule={rule} onClose={() => setAsking(false)} />}
    </>
  );
}
