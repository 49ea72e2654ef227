import { useState } from "react";
import { Link } from "react-router-dom";
import { liveText } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { ApprovalNotes } from "../../records/ApprovalNotes.tsx";
import { useRequestedFor } from "../../records/approvals.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { dayTime } from "../../ui/times.ts";
import { CanCaseCards } from "./CanCaseCards.tsx";
import { RequestRefund } from "./RequestRefund.tsx";
import { useCanCase } from "./TransactionActions.tsx";
import { useCanActions } from "./use-can-actions.ts";
import { useOneKey } from "./use-one-key.ts";

const Key = ({ of }: { of: string }) => <kbd className="can-key">{of}</kbd>;

/** One can that did not come out, with all that is known around it, and one key for each thing to do about it. */
export function CanWorkbench({ onNext, ...shown }: Shown<CanTransaction> & { onNext: () => void }) {
  const { record: can } = shown;
  const { doing, open, refund, mark } = useCanActions(shown);
  const { needsSecond, rule, container } = useCanCase(can._id);
  const [isOpen, setOpen] = useState(false);
  const isRequested = useRequestedFor(can._id).length > 0;
  const whyLive = can.isLive ? liveText : null;
  const whyNotRequest = needsSecond && isRequested ? "Another operator is asked already" : null;
  const requestOrRefund = () => (needsSecond ? setOpen(true) : void refund());
  useOneKey({
    o: doing || whyLive ? null : () => void open(),
    r: doing || whyNotRequest ? null : requestOrRefund,
    m: doing || whyLive ? null : () => void mark(container),
    n: onNext,
  });
  return (
    <section className="can-work" aria-label="Case">
      <h2 className="can-work-head">
        <Link className="mono" to={pathTo("transaction", { id: can._id })}>
          {can.transactionId}
        </Link>
      </h2>
      <p className="muted">
        {can.brand}, container {can.containerId}, {dayTime(Date.parse(can.time))}, taken by{" "}
        <Link to={pathTo("user", { id: can.user._id })}>{can.user.name || can.user.phone}</Link>
      </p>
      <div className="actions">
        <Button
          kind="primary"
          icon="pi-lock-open"
          working={doing === "open"}
          whyNot={whyLive}
          onClick={() => void open()}
        >
          Open again <Key of="O" />
        </Button>
        <Button
          icon="pi-undo"
          working={doing === "refund"}
          whyNot={whyNotRequest}
          title={rule ?? undefined}
          onClick={requestOrRefund}
        >
          {needsSecond ? "Ask for Refund" : "Refund"} <Key of="R" />
        </Button>
        <Button icon="pi-ban" working={doing === "mark"} whyNot={whyLive} onClick={() => void mark(container)}>
          Mark container not working <Key of="M" />
        </Button>
        <Button icon="pi-arrow-down" onClick={onNext}>
          Next <Key of="N" />
        </Button>
      </div>
      {rule && <p className="can-rule">{rule}.</p>}
      {!can.isContainerWorking && <Chip tone="danger" icon="pi-ban" word="Container not working" />}
      <ApprovalNotes record={can._id} />
      <CanCaseCards can={can} />
      {isOpen && <RequestRefund record={can} rule={rule} onClose={() => setOpen(false)} />}
    </section>
  );
}
