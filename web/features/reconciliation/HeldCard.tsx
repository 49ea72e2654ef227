import type { Held } from "#shared/reconciliation/reconciliation.schema.ts";
import { Card } from "../../ui/Card.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";

/** What all customers have paid for and the house still owes them, added up by the reconciliation of that time. */
export function HeldCard({ held, asOf }: { held: Held; asOf: string }) {
  const slots = held.depositBought + held.freeDeposit;
  return (
    <Card title="Held by customers">
      <dl className="facts">
        <dt>Cans bought and not taken</dt>
        <dd className="figures">{groupedText(held.totalCans)}</dd>
        <dt>Refundable deposits</dt>
        <dd>
          <Money amount={held.deposit} /> for {groupedText(held.depositBought)} bought
        </dd>
        <dt>Security deposits</dt>
        <dd>
          <Money amount={held.securityDeposit} />
        </dd>
        <dt>Free deposits</dt>
        <dd className="figures">{groupedText(held.freeDeposit)}</dd>
        <dt>Deposits in use</dt>
        <dd className="figures">
          {groupedText(held.depositUsed)} of {groupedText(slots)}
        </dd>
        <dt>As of</dt>
        <dd>
          <DayTime at={asOf} />
        </dd>
      </dl>
    </Card>
  );
}
