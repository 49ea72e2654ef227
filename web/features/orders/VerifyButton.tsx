import { Order } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { verifyPayment } from "#shared/payments/payment.api.ts";
import { call } from "../../http/call.ts";
import { Key } from "../../recipes/queue/CaseHead.tsx";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { ActionButton } from "../../ui/ActionButton.tsx";

interface VerifyButtonProps extends Shown<Order> {
  /** Whether it belongs to the case of a queue and has its key. */
  inCase?: boolean;
}

/** Verifies at the provider whether an order was paid. However that ends, the order is shown as answered. */
export function VerifyButton({ record: { _id, orderStatus }, onKnown, inCase = false }: VerifyButtonProps) {
  const verify = async () => {
    const outcome = await call(verifyPayment, { body: { _id } });
    const answered = outcome.is === "done" ? outcome.reply.order : outcome.data?.order;
    const incoming = Order.safeParse(answered);
    if (incoming.success) onKnown(incoming.data);
  };
  return (
    <ActionButton
      small={!inCase}
      icon="pi-sync"
      whyNot={isPaid(orderStatus) ? "It is paid: nothing left to verify" : null}
      action={verify}
    >
      Verify Payment {inCase && <Key of="V" />}
    </ActionButton>
  );
}
