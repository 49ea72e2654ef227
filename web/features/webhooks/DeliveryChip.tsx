import type { DeliveryState } from "#shared/webhooks/webhook-requests.schema.ts";
import { Chip } from "../../ui/StateChip.tsx";

/** The states of a delivery, in words. */
export const stateWords: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Given up",
};

export function DeliveryChip({ state }: { state: DeliveryState }) {
  const word = stateWords[state];
  if (state === "delivered") return <Chip tone="ok" icon="pi-circle-fill" calm="dot" word={word} />;
  if (state === "waiting") return <Chip tone="quiet" icon="pi-clock" word={word} />;
  return <Chip tone="danger" icon="pi-times" word={word} />;
}
