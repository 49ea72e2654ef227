import type { ReactNode } from "react";
import type { Order, OrderLine } from "#shared/orders/order.schema.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Money, rupeesText } from "../../ui/Money.tsx";

const totalOf = (lines: readonly OrderLine[]) => lines.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
/** Said beside the total that it is a part of. */
const part = (amount: number): ReactNode => <span className="muted">{rupeesText(amount)}</span>;

/** How the net amount adds up, part by part. */
export function OrderAmounts({ order }: { order: Order }) {
  const { products, discount, gst, penalty, securityDeposit, netAmount } = order;
  const parts: [name: string, value: ReactNode][] = [
    ["Bundle and unit lines", <Money key="lines" amount={totalOf([...products.bundle, ...products.unit])} />],
    ["Product discount", part(discount.productDiscount)],
    ["Coupon discount", part(discount.couponDiscount)],
    ["Total discount", <Money key="discount" amount={0 - discount.totalDiscount} />],
    ["GST", <Money key="gst" amount={gst} />],
    [
      penalty.quantity === 0 ? "Penalty" : `Penalty (${penalty.quantity} × ${rupeesText(penalty.unitPrice)})`,
      <Money key="penalty" amount={penalty.totalPrice} />,
    ],
    ["Security deposit", <Money key="security" amount={securityDeposit} />],
    [
      "Net amount",
      <strong key="net">
        <Money amount={netAmount} />
      </strong>,
    ],
  ];
  return (
    <Card title="Discount, penalty and deposit">
      <div className="order-amounts">
        <Facts of={parts} />
      </div>
    </Card>
  );
}
