import { Fragment } from "react";
import type { Held } from "#shared/reconciliation/reconciliation.schema.ts";
import { Bone } from "../../ui/Bones.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";

const figures = (text: string) => <span className="figures">{text}</span>;

/** As high, before it is known. */
export const HeldBones = () => (
  <Card title="Held by customers">
    <Bone height={200} />
  </Card>
);

/** What all customers have paid for and the business still owes them, added up by the reconciliation of that time. */
export function HeldCard({ held, asOf }: { held: Held; asOf: string }) {
  const slots = held.depositBought + held.freeDeposit;
  return (
    <Card title="Held by customers">
      <Facts
        of={[
          ["Cans bought and not taken", figures(groupedText(held.totalCans))],
          [
            "Refundable deposits",
            <Fragment key="deposit">
              <Money amount={held.deposit} /> for {groupedText(held.depositBought)} bought
            </Fragment>,
          ],
          ["Security deposits", <Money key="security" amount={held.securityDeposit} />],
          ["Free deposits", figures(groupedText(held.freeDeposit))],
          ["Deposits in use", figures(`${groupedText(held.depositUsed)} of ${groupedText(slots)}`)],
          ["As of", <DayTime key="at" at={asOf} />],
        ]}
      />
    </Card>
  );
}
