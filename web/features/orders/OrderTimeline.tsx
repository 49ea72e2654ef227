import type { OrderStep } from "#shared/orders/order.schema.ts";
import { Card } from "../../ui/Card.tsx";
import { dayTime, fullTime } from "../../ui/times.ts";
import { reasonOf, sourceOf, stepWords } from "./order-words.ts";

function Step({ step }: { step: OrderStep }) {
  const at = Date.parse(step.at);
  const [words, reason] = [stepWords(step), reasonOf(step)];
  return (
    <li>
      <time className="figures nowrap" dateTime={step.at} title={fullTime(at)}>
        {dayTime(at)}
      </time>
      <div>
        <p>
          {words} <span className="muted">by {sourceOf(step)}</span>
        </p>
        {reason && <p>{reason}</p>}
        {step.paymentId && <p className="mono muted">{step.paymentId}</p>}
      </div>
    </li>
  );
}

/** What happened to an order and who did it; the newest first. */
export function OrderTimeline({ steps }: { steps: readonly OrderStep[] }) {
  const newest = steps.map((step, at) => ({ step, at })).reverse();
  return (
    <Card title="Timeline">
      <ol className="order-steps" reversed>
        {newest.map(({ step, at }) => (
          <Step key={at} step={step} />
        ))}
      </ol>
    </Card>
  );
}
