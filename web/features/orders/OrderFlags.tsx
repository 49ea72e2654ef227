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
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Notice } from "../../ui/States.tsx";
import { flagActions, flagWords } from "./order-words.ts";

const { schema, labels, blank } = fieldsOfNew({ reason: { ...reason, label: "What was done" } });

const answers = ["Given back", "Checked, it is right", "The customer was called"];

/** Says that somebody has looked after it; only the flags that they saw are settled. */
function SettleForm({ record: { _id, flags, user, steps }, onKnown }: Shown<Order>) {
  const whyNot = useWhyNotOwn(user._id, "flags");
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
  return (
    <Form form={form} action="Mark as resolved" editing label="Resolved" plain whyNot={whyNot}>
      <ReasonField {...form.field("reason")} hint="It is kept in the timeline and moves no money" />
      <PickWords words={answers} onPick={(words) => form.set("reason", words)} />
    </Form>
  );
}

interface OrderFlagsProps extends Shown<Order> {
  /** It stands in the queue itself. */
  inCase?: boolean;
}

/** Why somebody must look at an order and what is to be done about it, before anything else. */
export function OrderFlags({ inCase = false, ...shown }: OrderFlagsProps) {
  const { flags } = shown.record;
  if (flags.length === 0) return null;
  return (
    <section className="card order-review" aria-label="Check this order">
      <ul className="order-flags">
        {flags.map((flag) => (
          <li key={flag}>
            <Notice icon="pi-flag-fill" isMild>
              {flagWords[flag]} {flagActions[flag]}
            </Notice>
          </li>
        ))}
      </ul>
      <SettleForm {...shown} />
      {!inCase && (
        <p>
          <Link to={paths.paymentReview}>All payments to check</Link>
        </p>
      )}
    </section>
  );
}
