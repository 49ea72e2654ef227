import { addWebhook, changeWebhook } from "#shared/webhooks/webhook.api.ts";
import { webhookRecord } from "#shared/webhooks/webhook.record.ts";
import { SubscribedType, type Webhook } from "#shared/webhooks/webhook.schema.ts";
import { NewWebhook } from "#shared/webhooks/webhook-requests.schema.ts";
import { saveBy, saveNew } from "../../http/save-edit.ts";
import { useEitherForm } from "../../recipes/use-record-form.ts";
import { countText } from "../../ui/count-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew } from "../../ui/form/fields.ts";
import { MultiSelectField } from "../../ui/form/MultiSelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useAskedClose } from "../../ui/use-asked-close.ts";
import { type FreshSecret, nameOf } from "./webhooks.atoms.ts";

const { description, address, types, enabled } = NewWebhook.shape;
const fields = fieldsOfNew({
  description: { label: "Name", is: description.unwrap(), blank: "" },
  address: { label: "Address", is: address, blank: "" },
  types: { label: "Events", is: types.unwrap(), blank: [...SubscribedType.options] },
  enabled: { label: "Enabled", is: enabled.unwrap(), blank: true },
});
const options = SubscribedType.options.map((value) => ({ value, label: value }));
const save = saveBy(changeWebhook, webhookRecord);

interface EndpointDialogProps {
  /** Null adds one. */
  endpoint: Webhook | null;
  /** It was saved, or is left as it is. */
  onClose: () => void;
  onSecret: (fresh: FreshSecret) => void;
}

/** Adds an endpoint, whose secret its page shows once, or changes one. */
export function EndpointDialog({ endpoint, onClose, onSecret }: EndpointDialogProps) {
  const form = useEitherForm<Webhook, typeof fields.blank, NewWebhook>({
    ...fields,
    shown: endpoint ? { record: endpoint, onKnown: () => undefined } : undefined,
    taken: (error) => ({ address: error }),
    add: (body) =>
      saveNew(addWebhook, { body }, ({ webhook, secret }) => {
        onSecret({ name: nameOf(webhook), secret });
        return webhook;
      }),
    onAdded: onClose,
    save: async (values, madeOn) => {
      const edited = await save(values, madeOn);
      if (edited.is === "saved") onClose();
      return edited;
    },
  });
  const { changed, labels } = form;
  const closeByEscape = useAskedClose(
    changed.map((key) => labels[key]),
    onClose,
  );
  return (
    <Dialog title={endpoint ? `Edit ${nameOf(endpoint)}` : "Add endpoint"} onClose={closeByEscape}>
      <Form form={form} action={endpoint ? "Save changes" : "Create endpoint"} label="Endpoint" onCancel={onClose}>
        <TextField {...form.field("description")} maxLength={100} autoFocus hint="What receives the events" />
        <TextField {...form.field("address")} hint="Begins with https://; events are posted there" />
        <MultiSelectField
          {...form.field("types")}
          options={options}
          placeholder="Choose events"
          summary={(count) => countText(count, "event")}
        />
        <SwitchField {...form.field("enabled")} hint="Events that happen while it is off are not sent later" />
      </Form>
    </Dialog>
  );
}
