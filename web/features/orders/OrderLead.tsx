import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { TakenBy } from "#shared/ledger/taken-cans.rules.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { Bone } from "../../ui/Bones.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Id } from "../../ui/Id.tsx";
import { Money } from "../../ui/Money.tsx";
import { dayTime } from "../../ui/times.ts";
import { cansOf } from "./order-words.ts";
import { creditedAt, takenAtomOf } from "./taken.atoms.ts";

const moment = (at: string) => dayTime(Date.parse(at));

interface PanelProps {
  title: string;
  to: string;
  /** What it is called, then what else is known of it. */
  name: string;
  children: ReactNode;
}

function Panel({ title, to, name, children }: PanelProps) {
  return (
    <section className="order-panel" aria-label={title}>
      <h2>{title}</h2>
      <ButtonLink to={to} small>
        View
      </ButtonLink>
      <p className="order-panel-name">{name}</p>
      <p className="muted">{children}</p>
    </section>
  );
}

type StepState = "done" | "open" | "bad";
const signs: Record<StepState, string> = { done: "pi-check", open: "pi-ellipsis-h", bad: "pi-times" };

function Step({ state, title, children }: { state: StepState; title: ReactNode; children?: ReactNode }) {
  return (
    <li className={`order-step order-step-${state}`}>
      <span className={`order-step-sign pi ${signs[state]}`} aria-hidden="true" />
      <h3>{title}</h3>
      <div className="order-step-more">{children}</div>
    </li>
  );
}

function Taken({ by: { time, reference } }: { by: TakenBy }) {
  const { kind, id, label } = reference;
  const isLinked = id !== null && (kind === "transaction" || kind === "operator");
  return (
    <li title={moment(time)}>
      {isLinked ? (
        <Link
          className={kind === "transaction" ? "mono" : undefined}
          to={pathTo(kind === "operator" ? "user" : kind, { id })}
        >
          {label}
        </Link>
      ) : (
        label
      )}
    </li>
  );
}

/** How many of its cans were taken, with what took each. */
function CansTaken({ order, since }: { order: Order; since: string }) {
  const cans = cansOf(order);
  const known = (
    <Followed
      atom={takenAtomOf(order, since)}
      bones={
        <Step state="open" title="Cans taken">
          <Bone width={120} />
        </Step>
      }
    >
      {({ taken, by }) => (
        <Step state={taken >= cans ? "done" : "open"} title={`Cans taken ${taken} of ${cans}`}>
          {by.length > 0 && (
            <ul className="order-taken">
              {by.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one row may have taken several cans.
                <Taken key={`${one._id} ${at}`} by={one} />
              ))}
            </ul>
          )}
          <Link
            to={`${paths.transactions}?phone=${order.user.phone}&vendingMachine=${order.vendingMachine.vendingMachineId}`}
          >
            Transactions
          </Link>
        </Step>
      )}
    </Followed>
  );
  return cans === 0 ? <Step state="done" title="No cans in it" /> : known;
}

/** From the payment to the last can: what has happened, and where each is found. */
function OrderSteps({ order }: { order: Order }) {
  const { orderStatus, paymentId, steps, user, vendingMachine } = order;
  const paid = isPaid(orderStatus);
  const paidAt = steps.findLast(({ what, orderStatus: then }) => what === "moved" && isPaid(then))?.at ?? order.time;
  const since = creditedAt(order);
  return (
    <ol className="order-steps-strip" aria-label="From payment to cans">
      <Step state={paid ? "done" : orderStatus === "processing" ? "open" : "bad"} title={paid ? "Paid" : "Not paid"}>
        <p className="muted">{paid ? moment(paidAt) : orderStatus}</p>
        {paymentId && <Id value={paymentId} label="payment id" keep={9} />}
      </Step>
      <Step state={since ? "done" : "open"} title={since ? "Credited" : "Not credited"}>
        {since && (
          <>
            <p className="muted">{moment(since)}</p>
            <Link to={`${paths.ledger}?userId=${user._id}&vendingMachine=${vendingMachine.vendingMachineId}`}>
              Ledger
            </Link>
          </>
        )}
      </Step>
      {since ? (
        <CansTaken order={order} since={since} />
      ) : (
        <Step state="open" title={`Cans taken 0 of ${cansOf(order)}`} />
      )}
    </ol>
  );
}

/** What an order is about, before anything else: how much, whose, where, and how far it has come. */
export function OrderLead({ order }: { order: Order }) {
  const { user, vendingMachine: machine } = order;
  return (
    <div className="card order-lead">
      <div className="order-panels">
        <section className="order-panel" aria-label="Amount">
          <h2>Net amount</h2>
          <p className="order-net">
            <Money amount={order.netAmount} />
          </p>
          <p className="muted">
            {countText(cansOf(order), "can")} · {moment(order.time)}
          </p>
        </section>
        <Panel title="User" to={pathTo("user", { id: user._id })} name={user.name || user.phone}>
          {[user.phone, user.email].filter(Boolean).join(" · ")}
        </Panel>
        <Panel title="Vending machine" to={pathTo("machine", { id: machine._id })} name={machine.name}>
          <span className="mono">{machine.vendingMachineId}</span>
          {[machine.region, machine.profileName].filter(Boolean).map((text) => ` · ${text}`)}
        </Panel>
      </div>
      <OrderSteps order={order} />
    </div>
  );
}
