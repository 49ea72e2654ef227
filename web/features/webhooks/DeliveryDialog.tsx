import { readDelivery } from "#shared/webhooks/webhook.api.ts";
import type { WebhookDelivery } from "#shared/webhooks/webhook-requests.schema.ts";
import { useReply } from "../../recipes/use-reply.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

interface DeliveryDialogProps {
  webhook: string;
  delivery: WebhookDelivery;
  onClose: () => void;
}

/** The body of a delivery as it is posted. */
export function DeliveryDialog({ webhook, delivery, onClose }: DeliveryDialogProps) {
  const reply = useReply(readDelivery, { params: { id: webhook, delivery: delivery._id } });
  const body = reply === null ? "This delivery cannot be read" : "Loading";
  return (
    <Dialog
      wide
      title={`Body of ${delivery.type}`}
      onClose={onClose}
      foot={
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <pre className="delivery-body mono" tabIndex={0}>
        {reply ? JSON.stringify(reply.event, null, 2) : body}
      </pre>
    </Dialog>
  );
}
