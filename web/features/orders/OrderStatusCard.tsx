import { useEffect, useState } from "react";
import { calledPaidText } from "#shared/approvals/approval.rules.ts";
import { changeOrder } from "#shared/orders/order.api.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { isPaid, OrderStatus } from "#shared/orders/order-status.ts";
import { saveBy } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyNotOwn } from "../../records/own-actions.ts";
import { useApprovalRequest, useWhyNotStaffAlone } from "../../records/use-approval-request.tsx";
import { countText } from "../../ui/count-text.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { cansOf } from "./order-words.ts";

const fields = fieldsOf({ orderStatus: { label: "Status", is: OrderStatus }, reason });
const saveOrder = saveBy(changeOrder, orderRecord);
const options = OrderStatus.options.map((value) => ({ value, label: value }));

const finalText = "Paid: this is final";

function StatusForm({ onTyped, ...shown }: Shown<Order> & { onTyped: (isTyped: boolean) => void }) {
  const { record } = shown;
  const confirm = useConfirm();
  const { orRequest, dialog, words } = useApprovalRequest("order", record);
  const staffRule = useWhyNotStaffAlone(calledPaidText);
  const ruleFor = (to: Order["orderStatus"]) => (isPaid(to) ? staffRule : null);
  const form = useRecordForm({
    ...fields,
    ...shown,
    valuesOf: (order) => fields.valuesOf({ ...order, reason: "" }),
    rules: ({ orderStatus }) => (orderStatus === record.orderStatus ? { orderStatus: "Choose another status" } : {}),
    save: async (change, madeOn) => {
      const known = ruleFor(change.orderStatus);
      if (isPaid(change.orderStatus) && known === null && !(await confirm(paidQuestion(record)))) {
        return { is: "refused", error: "", taken: false };
      }
      return orRequest({ ...change, rev: madeOn.rev }, () => saveOrder(change, madeOn), known);
    },
  });
  const isTyped = form.changed.length > 0;
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const whyNotOwn = useWhyNotOwn(record.user._id, "order");
  const whyNot = isPaid(record.orderStatus) ? finalText : whyNotOwn;
  const { action, why } = words("Save status", ruleFor(form.field("orderStatus").value));
  return (
    <>
      {dialog}
      <Form form={form} action={action} label="Status" whyNot={whyNot}>
        <SelectField {...form.field("orderStatus")} options={options} />
        <ReasonField {...form.field("reason")} />
        {why && <p className="muted">{why}.</p>}
      </Form>
    </>
  );
}

const paidQuestion = (order: Order) => ({
  title: `Mark ${order.orderId} as paid?`,
  body: `${countText(cansOf(order), "can")} and everything else it bought are credited to ${order.user.name}. The status cannot be changed afterwards.`,
  action: "Mark as paid",
  danger: true,
});

/**
 * The status of an order, which an operator who saw the payment may set until it is paid. Where it is paid while
 * somebody types, the form stays, with both statuses.
 */
export function OrderStatusCard(shown: Shown<Order>) {
  const { orderStatus } = shown.record;
  const [isTyped, setTyped] = useState(false);
  if (!isPaid(orderStatus) || isTyped) return <StatusForm {...shown} onTyped={setTyped} />;
  return (
    <div className="form">
      <SelectField
        label={fields.labels.orderStatus}
        value={orderStatus}
        onChange={() => undefined}
        options={options}
        disabled
        hint={finalText}
      />
    </div>
  );
}
