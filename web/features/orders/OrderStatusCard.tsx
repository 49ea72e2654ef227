import * as z from "zod";
import { line } from "#shared/http/fields.ts";
import { changeOrder } from "#shared/orders/order.api.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { isPaid, OrderStatus } from "#shared/orders/order-status.ts";
import { saveById } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-deeds.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { Form } from "../../ui/form/Form.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { cansOf } from "./order-words.ts";

const labels = { orderStatus: "Status", reason: "Reason" };
const schema = z.strictObject({ orderStatus: OrderStatus, reason: line(300) });
type Values = z.input<typeof schema>;
const valuesOf = ({ orderStatus }: Order): Values => ({ orderStatus, reason: "" });
const options = OrderStatus.options.map((value) => ({ value, label: value }));

function StatusForm({ record, onKnown }: Shown<Order>) {
  const confirm = useConfirm();
  const form = useRecordForm<Order, Values, z.output<typeof schema>>({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    rules: ({ orderStatus }) => (orderStatus === record.orderStatus ? { orderStatus: "Choose another status" } : {}),
    save: async (change, madeOn) => {
      if (isPaid(change.orderStatus) && !(await confirm(paidQuestion(record)))) {
        return { is: "refused", error: "", taken: false };
      }
      return saveById(record._id, change, { ...madeOn, endpoint: changeOrder, record: orderRecord });
    },
  });
  const whyNot = useWhyNotOwn(record.user._id, "order");
  const status = form.field("orderStatus");
  return (
    <Form form={form} action="Save status" editing label="Status" whyNot={whyNot}>
      <SelectField {...status} onChange={(to) => to && status.onChange(to)} options={options} />
      <TextField {...form.field("reason")} maxLength={300} hint="Is kept in the timeline" />
    </Form>
  );
}

const paidQuestion = (order: Order) => {
  const cans = cansOf(order);
  return {
    title: `Call ${order.orderId} paid?`,
    body: `${cans} can${cans === 1 ? "" : "s"} and what else it bought are credited to ${order.user.name}. Its status cannot be changed afterwards.`,
    action: "Call it paid",
    danger: true,
  };
};

/** The status of an order, which whoever saw the payment may set until it is paid. */
export function OrderStatusCard(shown: Shown<Order>) {
  const { orderStatus } = shown.record;
  if (!isPaid(orderStatus)) return <StatusForm {...shown} />;
  return (
    <div className="form">
      <SelectField
        label={labels.orderStatus}
        value={orderStatus}
        onChange={() => undefined}
        options={options}
        disabled
        hint="Paid: this is final"
      />
    </div>
  );
}
