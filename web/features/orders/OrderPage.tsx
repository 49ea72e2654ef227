import "./orders.css";
import { readOrder } from "#shared/orders/order.api.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { paths } from "../../app/paths.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { ApprovalNotes } from "../../records/ApprovalNotes.tsx";
import { useApprovalsKnown } from "../../records/approvals.atoms.ts";
import { namesIn, withPublished } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { RecordBones } from "../../ui/Bones.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { Id } from "../../ui/Id.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { OrderAmounts } from "./OrderAmounts.tsx";
import { OrderFlags } from "./OrderFlags.tsx";
import { OrderLead } from "./OrderLead.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderStatusCard } from "./OrderStatusCard.tsx";
import { OrderTimeline } from "./OrderTimeline.tsx";
import { VerifyButton } from "./VerifyButton.tsx";

/** One order with the names of its customer and machine, true to the moment; null once it was removed. */
const orderAtomOf = oneForKey((id: string) =>
  liveAtom<Order | null>({
    rooms: [`order/${id}`, "users", "machine-names"],
    load: loadBy(readOrder, { params: { id } }, ({ order }) => order),
    handlers: {
      "order.changed": (order, incoming) => (order?._id === incoming._id ? withPublished(order, incoming) : order),
      "order.removed": (order, gone) => (order?._id === gone._id ? null : order),
      ...namesIn<Order | null, Order>((order, rename) => order && rename(order)),
    },
  }),
);

/** An id that is there to be copied, or nothing. */
const idOrNone = (value: string, label: string) => (value ? <Id value={value} label={label} whole /> : null);

function OrderCards(shown: Shown<Order>) {
  const { record: order } = shown;
  return (
    <>
      <PageHead title={order.orderId} isId chips={<StateChip state={order.orderStatus} />} />
      <ApprovalNotes record={order._id} />
      <OrderFlags {...shown} />
      <OrderLead order={order} />
      <div className="columns">
        <div className="column">
          <OrderTimeline steps={order.steps} />
          <OrderLines products={order.products} />
        </div>
        <div className="column">
          <Card title="Order" action={<VerifyButton {...shown} />}>
            <Facts
              of={[
                ["Order id", idOrNone(order.orderId, "order id")],
                ["Payment id", idOrNone(order.paymentId, "payment id")],
                ["Provider's order", idOrNone(order.providerOrderId, "the provider's order id")],
              ]}
            />
            <OrderStatusCard {...shown} />
          </Card>
          <OrderAmounts order={order} />
        </div>
      </div>
    </>
  );
}

/** One order (specification: Order). */
export function Component() {
  const isKnown = useApprovalsKnown();
  return (
    <RecordPage atomOf={orderAtomOf} of={orderRecord} back={{ to: paths.orders, words: "Orders" }}>
      {(shown) => (isKnown ? <OrderCards {...shown} /> : <RecordBones />)}
    </RecordPage>
  );
}
