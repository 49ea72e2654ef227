import { useEffect, useState } from "react";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { approvalsAtom } from "../../records/approvals.atoms.ts";
import { publishedInRows } from "../../records/customer-and-machine.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import type { NeedsAction as Cases } from "../../records/needs-action-events.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { CanWorkbench } from "./CanWorkbench.tsx";
import { TransactionTabs } from "./TransactionTabs.tsx";

/** The chosen one, or what came to stand in its place once it was settled. */
const useChosen = (cans: readonly CanTransaction[]) => {
  const [{ id, at }, setChosen] = useState({ id: cans[0]?._id, at: 0 });
  const found = cans.findIndex(({ _id }) => _id === id);
  const place = found >= 0 ? found : Math.min(at, cans.length - 1);
  const choose = (to: number) => setChosen({ id: cans[to]?._id, at: to });
  const present = cans[place];
  useEffect(() => {
    if (present) setChosen({ id: present._id, at: place });
  }, [present, place]);
  return { present, choose, next: () => choose(cans.length === 0 ? 0 : (place + 1) % cans.length) };
};

function Cans({ of: { cans, total }, onKnown }: { of: Cases; onKnown: (incoming: CanTransaction) => void }) {
  const { present, choose, next } = useChosen(cans);
  const { data: approvals = [] } = useAtomValue(approvalsAtom);
  const requested = new Set(approvals.filter(({ state }) => state === "requested").map(({ record }) => record));
  if (!present)
    return <Empty title="Nothing needs action">Cans that do not come out within two minutes stand here.</Empty>;
  return (
    <div className="can-bench">
      <nav className="can-queue" aria-label="Cans that did not come out">
        {cans.map((can, at) => (
          <button
            key={can._id}
            type="button"
            className="can-queued"
            aria-current={can._id === present._id || undefined}
            onClick={() => choose(at)}
          >
            <b className="mono">{can.transactionId}</b>
            <span>
              {can.user.name || can.user.phone} · {can.vendingMachine.name}
            </span>
            <span className="muted">
              <RelativeTime at={can.time} />
              {requested.has(can._id) ? " · refund asked for" : ""}
            </span>
          </button>
        ))}
        {total > cans.length && (
          <p className="muted">
            The newest {cans.length} of {total}.
          </p>
        )}
      </nav>
      <CanWorkbench key={present._id} record={present} onKnown={onKnown} onNext={next} />
    </div>
  );
}

/** The workbench of failed vends: what did not come out, the newest first, one after another. */
export function NeedsAction() {
  const [load, send] = useAtom(needsActionAtom);
  const onKnown = (incoming: CanTransaction) =>
    send({
      do: "update",
      change: (known) => ({ ...known, cans: publishedInRows(known.cans, incoming) }),
    });
  const line = load.data
    ? `${countText(load.data.total, "can", "cans")} did not come out, newest first`
    : comingText(load, "cans");
  return (
    <>
      <PageHead title="Transactions" line={line} />
      <TransactionTabs />
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<p className="muted">Loading the cans</p>}>
        {(cases) => <Cans of={cases} onKnown={onKnown} />}
      </Loadable>
    </>
  );
}
