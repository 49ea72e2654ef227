import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { CanCase } from "#shared/transactions/can-case.schema.ts";
import { containerWords } from "#shared/transactions/container-mark.rules.ts";
import { refundRuleText } from "#shared/transactions/refund.rules.ts";
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

function Cards({ of, can }: { of: CanCase; can: CanTransaction }) {
  const { machine, container, trail, others, refunds } = of;
  const rule = refundRuleText(refunds);
  return (
    <>
      <Card title="Machine">
        <Facts
          of={[
            ["Now", <StateChip key="now" state={machine.active ? machine.now : "deactive"} />],
            [
              "When it was taken",
              machine.whenTaken ? <StateChip key="then" state={machine.whenTaken} /> : "Nothing is noted",
            ],
            [
              "Vending machine",
              <Link key="machine" to={pathTo("machine", { id: can.vendingMachine._id })}>
                {can.vendingMachine.name}
              </Link>,
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
          empty="Its container was never asked to open."
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
          {rule && <p className="can-rule">{rule}.</p>}
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
export const CanCaseCards = ({ can }: { can: CanTransaction }) => (
  <Followed atom={canCaseAtomOf(can._id)}>{(found) => <Cards of={found} can={can} />}</Followed>
);
