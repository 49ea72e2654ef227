import { type ReactNode, useCallback, useMemo } from "react";
import { Link } from "react-router-dom";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import { readTransaction } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Judged } from "../../live/judged.ts";
import { GoneCase } from "../../recipes/queue/GoneCase.tsx";
import { WorkQueue } from "../../recipes/queue/WorkQueue.tsx";
import { useKept } from "../../recipes/use-paged-list.ts";
import { approvalsAtom } from "../../records/approvals.atoms.ts";
import { publishedInRows } from "../../records/customer-and-machine.ts";
import { judgedRowsAtom, tooManyAtom } from "../../records/live-status.atoms.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import type { NeedsAction as Cases } from "../../records/needs-action-events.ts";
import { atom, useAtom, useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { dayTime, momentText } from "../../ui/times.ts";
import { CanWorkbench } from "./CanWorkbench.tsx";
import { judgedCaseMachinesOf } from "./case-machines.ts";

const bones = <p className="muted">Loading the cans</p>;
const idOf = ({ _id }: CanTransaction) => _id;

/** Why nothing opens at a machine; null where it is online. */
const whyAwayOf = (status: MachineStatus, lastSeen: string | null): string | null => {
  if (status === "Online") return null;
  if (status === "Unavailable" || lastSeen === null) return "Machine unavailable";
  return `Machine offline since ${momentText(Date.parse(lastSeen))}`;
};

/** A can that a link names and that is not among the cases. */
const goneOf = (id: string) => (
  <GoneCase key={id} read={readTransaction} input={{ params: { id } }}>
    {(reply) => {
      if (!reply) return "This case is not in the list.";
      const { transactionId, status, refundedAt, containerOpenTime } = reply.canTransaction;
      const link = <Link to={pathTo("transaction", { id })}>{transactionId}</Link>;
      if (status === "pending") return <>{link} still needs action, but is not in this list.</>;
      const at = status === "failed" ? refundedAt : containerOpenTime;
      return (
        <>
          This case is closed: {link} {status === "failed" ? "was refunded" : "came out"}
          {at && ` at ${dayTime(Date.parse(at))}`}.
        </>
      );
    }}
  </GoneCase>
);

const noMachinesAtom = atom<Load<Judged<LiveStatusRow>[]>>({ state: "ready", data: [] });

/** By machine: its status in lower case, and why nothing opens there; null while it is not known yet. */
const useMachines = (cans: readonly CanTransaction[]) => {
  const areTooMany = useAtomValue(tooManyAtom) > 0;
  const ids = [...new Set(cans.map(({ vendingMachine }) => vendingMachine._id))].sort().join();
  const rowsAtom = useMemo(() => {
    if (!areTooMany) return judgedRowsAtom;
    return ids === "" ? noMachinesAtom : judgedCaseMachinesOf(ids.split(","));
  }, [areTooMany, ids]);
  const { data, state } = useKept(useAtomValue(rowsAtom));
  return useMemo(() => {
    if (state === "loading" && !data) return null;
    return new Map(
      (data ?? []).map(({ record, status }) => [
        record._id,
        { word: status.toLowerCase(), whyAway: whyAwayOf(status, record.lastSeenOnline) },
      ]),
    );
  }, [data, state]);
};

function Cans({ of: { cans, total }, onKnown }: { of: Cases; onKnown: (incoming: CanTransaction) => void }) {
  const machines = useMachines(cans);
  const { data: approvals = [] } = useAtomValue(approvalsAtom);
  const requested = new Set(approvals.filter(({ state }) => state === "requested").map(({ record }) => record));
  const groupOf = useCallback(
    ({ vendingMachine: { _id, name } }: CanTransaction) => ({
      id: _id,
      head: (count: number) => {
        const machine = machines?.get(_id);
        return (
          <>
            <b>{name}</b>, {countText(count, "case")}
            {machine && <span className={machine.whyAway ? "can-away" : undefined}>, {machine.word}</span>}
          </>
        );
      },
    }),
    [machines],
  );
  // Which action comes first depends on it: it must not change under the finger.
  if (machines === null) return bones;
  return (
    <WorkQueue
      label="Cans that did not come out"
      cases={cans}
      idOf={idOf}
      groupOf={groupOf}
      rowOf={(can) => ({
        title: <span className="mono">{can.transactionId}</span>,
        line: `${can.user.name || can.user.phone} · ${can.brand}${requested.has(can._id) ? " · refund requested" : ""}`,
        note: <RelativeTime at={can.time} />,
      })}
      total={total}
      goneOf={goneOf}
      counts
      empty={
        <Empty title="Nothing needs action" icon="pi-check-circle">
          Cans that do not come out within two minutes appear here.
        </Empty>
      }
    >
      {(can, next) => (
        <CanWorkbench
          record={can}
          onKnown={onKnown}
          onNext={next}
          whyAway={machines.get(can.vendingMachine._id)?.whyAway ?? null}
        />
      )}
    </WorkQueue>
  );
}

/** The queue of failed vends, by machine: the one with the newest first. */
export function NeedsAction({ tabs }: { tabs: ReactNode }) {
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
      {tabs}
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={bones}>
        {(cases) => <Cans of={cases} onKnown={onKnown} />}
      </Loadable>
    </>
  );
}
