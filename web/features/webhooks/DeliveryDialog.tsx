import { useEffect, useState } from "react";
import { readDelivery } from "#shared/webhooks/webhook.api.ts";
import type { WebhookDelivery, WebhookEvent } from "#shared/webhooks/webhook-requests.schema.ts";
import { call } from "../../http/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

interface DeliveryDialogProps {
  webhook: string;
  delivery: WebhookDelivery;
  onClose: () => void;
}

/** The body of a delivery as it is posted. */
export function DeliveryDialog({ webhook, delivery, onClose }: DeliveryDialogProps) {
  const [event, setEvent] = useState<WebhookEvent | null>(null);
  useEffect(() => {
    void call(readDelivery, { params: { id: webhook, delivery: delivery._id } }).then((outcome) => {
      if (outcome.is === "done") setEvent(outcome.reply.event);
      else onClose();
    });
  }, [webhook, delivery._id, onClose]);
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
        {event ? JSON.stringify(event, null, 2) : "Loading"}
      </pre>
    </Dialog>
  );
}
