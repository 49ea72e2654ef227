import { useRef } from "react";
import { Link } from "react-router-dom";
import { approvalWords } from "#shared/approvals/approval.rules.ts";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { UnknownPayment } from "#shared/payments/payment.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { CaseHead, Key } from "../../recipes/queue/CaseHead.tsx";
import { ApprovalNotes } from "../../records/ApprovalNotes.tsx";
import { userFileAtomOf } from "../../records/user-file.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { Id } from "../../ui/Id.tsx";
import { Money } from "../../ui/Money.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { dayMoment } from "../../ui/times.ts";
import { OrderFlags } from "./OrderFlags.tsx";
import { OrderTimeline } from "./OrderTimeline.tsx";
import { approvalPages } from "./order-words.ts";
import { amountOf, type PaymentCase } from "./payment-cases.tsx";
import { SettlePayment } from "./SettlePayment.tsx";
import { VerifyButton } from "./VerifyButton.tsx";

interface CaseOf {
  onNext: () => void;
}
const time = (at: string) => dayMoment(Date.parse(at));
const idOrNone = (value: string, label: string) => (value ? <Id value={value} label={label} whole /> : null);

function RequestedCase({ approval, onNext }: CaseOf & { approval: Approval }) {
  const { kind, record, what, reason, by, at, user } = approval;
  const customer = useAtomValue(userFileAtomOf(user)).data?.user;
  return (
    <>
      <CaseHead
        title={<Link to={pathTo(approvalPages[kind], { id: record })}>{what}</Link>}
        line={
          <>
            {by.name || "An operator"} asks for {approvalWords[kind].requests}, {time(at)}
          </>
        }
        onNext={onNext}
      />
      <ApprovalNotes record={record} inCase />
      <Card title="Request">
        <Facts
          of={[
            ["Reason", reason],
            [
              "Customer",
              <Link key="user" to={pathTo("user", { id: user })}>
                {customer?.name || customer?.phone || "The customer's page"}
              </Link>,
            ],
          ]}
        />
      </Card>
    </>
  );
}

/** An order that is flagged or never ended: why, what to do, and what happened to it. */
function OrderCase({ order, onKnown, onNext }: CaseOf & { order: Order; onKnown: (incoming: Order) => void }) {
  const flags = useRef<HTMLDivElement>(null);
  const shown = { record: order, onKnown };
  const { user, vendingMachine } = order;
  return (
    <>
      <CaseHead
        title={
          <Link className="mono" to={pathTo("order", { id: order._id })}>
            {order.orderId}
          </Link>
        }
        chips={<StateChip state={order.orderStatus} />}
        line={
          <>
            <Money amount={order.netAmount} />, {time(order.time)}, by{" "}
            <Link to={pathTo("user", { id: user._id })}>{user.name || user.phone}</Link> at{" "}
            <Link to={pathTo("machine", { id: vendingMachine._id })}>{vendingMachine.name}</Link>
          </>
        }
        onNext={onNext}
      >
        {order.flags.length > 0 && (
          <Button icon="pi-check" onClick={() => flags.current?.querySelector<HTMLElement>("textarea, input")?.focus()}>
            Say what was done <Key of="R" />
          </Button>
        )}
        <VerifyButton {...shown} inCase />
      </CaseHead>
      <div ref={flags}>
        <OrderFlags {...shown} inCase />
      </div>
      <ApprovalNotes record={order._id} />
      <Card title="Payment">
        <Facts
          of={[
            ["Payment id", idOrNone(order.paymentId, "payment id")],
            ["Provider's order", idOrNone(order.providerOrderId, "the provider's order id")],
          ]}
        />
      </Card>
      <OrderTimeline steps={order.steps} />
    </>
  );
}

interface UnmatchedCaseProps extends CaseOf {
  payment: UnknownPayment;
  onSettled: (incoming: UnknownPayment) => void;
}
function UnmatchedCase({ payment, onSettled, onNext }: UnmatchedCaseProps) {
  const { paymentId, providerOrderId, status, said, firstAt, lastAt } = payment;
  return (
    <>
      <CaseHead
        title={<Id value={paymentId} label="payment id" whole />}
        line={
          <>
            {amountOf(payment)}, {status}, first heard {time(firstAt)}
          </>
        }
        onNext={onNext}
      >
        <SettlePayment payment={payment} onKnown={onSettled} />
      </CaseHead>
      <Card title="Payment">
        <Facts
          of={[
            ["Provider's order", idOrNone(providerOrderId, "the provider's order id")],
            ["Last heard", time(lastAt)],
            ["Also said", said.join("; ") || null],
          ]}
        />
      </Card>
    </>
  );
}

interface PaymentCaseViewProps extends CaseOf {
  of: PaymentCase;
  onOrder: (incoming: Order) => void;
  onSettled: (incoming: UnknownPayment) => void;
}

/** One case about money, with its evidence. */
export function PaymentCaseView({ of, onOrder, onSettled, onNext }: PaymentCaseViewProps) {
  if (of.kind === "requested") return <RequestedCase approval={of.approval} onNext={onNext} />;
  if (of.kind === "unmatched") return <UnmatchedCase payment={of.payment} onSettled={onSettled} onNext={onNext} />;
  return <OrderCase order={of.order} onKnown={onOrder} onNext={onNext} />;
}
