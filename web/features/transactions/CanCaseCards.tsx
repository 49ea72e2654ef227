import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { CanCase } from "#shared/transactions/can-case.schema.ts";
import { containerWords } from "#shared/transactions/container-mark.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { FactMarks } from "../../ui/FactMarks.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { reasonText } from "../../ui/session-words.ts";
import { momentText } from "../../ui/times.ts";
import { canCaseAtomOf } from "./can-case.atoms.ts";

const time = (at: string) => momentText(Date.parse(at));
const List = ({ of, empty }: { of: ReactNode[]; empty: string }) =>
  of.length === 0 ? <p className="muted">{empty}</p> : <ul className="can-list">{of}</ul>;

interface CanCaseProps {
  can: CanTransaction;
  /** The head of the case says already that its machine is offline. */
  isAway: boolean;
}

function Cards({ of, can, isAway }: CanCaseProps & { of: CanCase }) {
  const { machine, container, trail, others, refunds } = of;
  const state = machine.active ? machine.now : "deactive";
  const now: [string, ReactNode][] = isAway && machine.active ? [] : [["Now", <StateChip key="now" state={state} />]];
  return (
    <>
      <Card title="Machine">
        <Facts
          of={[
            ...now,
            [
              "When it was taken",
              machine.whenTaken ? <StateChip key="then" state={machine.whenTaken} /> : "Not recorded",
            ],
            [
              `Container ${container?.containerId ?? can.containerId} now`,
              container ? containerWords(container) : "is gone",
            ],
            ["Stocked", container?.stockedOn ? time(container.stockedOn) : null],
          ]}
        />
      </Card>
      <Card title="Commands">
        <List
          empty="No command to open its container was sent."
          of={trail.map((row) => (
            <li key={row._id} className="can-door">
              <span>
                <Link to={`${pathTo("testMachine")}?session=${row.sessionId}`}>{time(row.datetime)}</Link>, container{" "}
                {row.containerId}
              </span>
              <FactMarks row={row} />
              {reasonText(row) && <p className="can-reason">{reasonText(row)}</p>}
            </li>
          ))}
        />
      </Card>
      <div className="can-beside">
        <Card title={`Other open cases of ${can.user.name || can.user.phone}`}>
          <List
            empty="None."
            of={others.map((other) => (
              <li key={other._id}>
                <Link className="mono" to={pathTo("transaction", { id: other._id })}>
                  {other.transactionId}
                </Link>
                , {other.brand}, {time(other.time)}
              </li>
            ))}
          />
        </Card>
        <Card title="Earlier refunds">
          <List
            empty="This customer has had no refund."
            of={refunds.earlier.map((one) => (
              <li key={one._id}>
                <Link to={pathTo("transaction", { id: one._id })}>{one.transactionId}</Link>, {one.brand},{" "}
                {time(one.refundedAt)}
                {one.by && `, by ${one.by.name}`}
              </li>
            ))}
          />
        </Card>
      </div>
    </>
  );
}

/** What is known around a can that did not come out. */
export const CanCaseCards = (props: CanCaseProps) => (
  <Followed atom={canCaseAtomOf(props.can._id)}>{(found) => <Cards of={found} {...props} />}</Followed>
);
