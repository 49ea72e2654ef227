import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { Order } from "#shared/orders/order.schema.ts";
import { settleFlags } from "#shared/payments/payment.api.ts";
import { paths } from "../../app/paths.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useWhyNotOwn } from "../../records/own-actions.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew } from "../../ui/form/fields.ts";
import { PickWords } from "../../ui/form/PickWords.tsx";
import { ReasonField, reason, reasonHint } from "../../ui/form/ReasonField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Notice } from "../../ui/States.tsx";
import { flagActions, flagWords } from "./order-words.ts";

const { schema, labels, blank } = fieldsOfNew({ reason: { ...reason, label: "What was done" } });

const answers = ["Given back", "Checked, it is right", "The customer was called"];

/** Says that somebody has looked after it; only the flags that they saw are settled. */
function SettleForm({ record, onKnown, onTyped }: Shown<Order> & { onTyped: (isTyped: boolean) => void }) {
  const { _id, flags, user, steps } = record;
  const whyNotOwn = useWhyNotOwn(user._id, "flags");
  const whyNot = flags.length === 0 ? "No flag is left to resolve" : whyNotOwn;
  const form = useForm({
    schema,
    labels,
    initial: blank,
    submit: async ({ reason }) => {
      const outcome = await call(settleFlags, { params: { id: _id }, body: { flags, reason, steps: steps.length } });
      if (outcome.is === "failed") return { is: "failed" };
      const now = Order.safeParse(outcome.is === "done" ? outcome.reply.order : outcome.data.order);
      if (now.success) onKnown(now.data);
      return { is: outcome.is === "done" ? "saved" : "refused" };
    },
  });
  const isTyped = form.changed.length > 0;
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  return (
    <Form form={form} action="Mark as resolved" editing label="Resolved" plain whyNot={whyNot}>
      {flags.length === 0 && isTyped && !form.working && (
        <Notice isMild>Its flags were resolved meanwhile: the timeline says by whom.</Notice>
      )}
      <ReasonField {...form.field("reason")} hint={`${reasonHint} and moves no money`} />
      <PickWords words={answers} onPick={(words) => form.set("reason", words)} />
    </Form>
  );
}

interface OrderFlagsProps extends Shown<Order> {
  /** It stands in the queue itself. */
  inCase?: boolean;
}

/**
 * Why somebody must look at an order and what is to be done about it, before anything else. Where the last flag goes
 * while somebody types, the form stays until that is undone.
 */
export function OrderFlags({ inCase = false, ...shown }: OrderFlagsProps) {
  const { flags } = shown.record;
  const [isTyped, setTyped] = useState(false);
  if (flags.length === 0 && !isTyped) return null;
  return (
    <section className="card order-review" aria-label="Check this order">
      {flags.length > 0 && (
        <ul className="order-flags">
          {flags.map((flag) => (
            <li key={flag}>
              <Notice icon="pi-flag-fill" isMild>
                {flagWords[flag]} {flagActions[flag]}
              </Notice>
            </li>
          ))}
        </ul>
      )}
      <SettleForm {...shown} onTyped={setTyped} />
      {!inCase && (
        <p>
          <Link to={paths.paymentReview}>All payments to check</Link>
        </p>
      )}
    </section>
  );
}
