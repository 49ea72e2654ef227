import { useCallback, useEffect, useMemo, useState } from "react";
import { DeliveryState, type WebhookDelivery } from "#shared/webhooks/webhook-requests.schema.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import "./webhooks.css";
import { stateWords } from "./DeliveryChip.tsx";
import { DeliveryDialog } from "./DeliveryDialog.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";
import { type Endpoint, loadLogAtom, logAtom, nameOf, sendAgainAtom } from "./webhooks.atoms.ts";

const allStates = "All";
const words = [allStates, ...DeliveryState.options.map((state) => stateWords[state])];
const stateOf = (word: string) => DeliveryState.options.find((state) => stateWords[state] === word) ?? null;

/** First what is in trouble, then what is on. */
const firstOf = (endpoints: readonly Endpoint[]): string => {
  const first = endpoints.find(({ failingSince }) => failingSince) ?? endpoints.find(({ enabled }) => enabled);
  return (first ?? endpoints[0])?._id ?? "";
};

/** What was sent to one endpoint, or waits for it, the newest first. */
export function DeliveryLog({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const [chosen, choose] = useState(() => firstOf(endpoints));
  const [state, setState] = useState<DeliveryState | null>(null);
  const [shown, show] = useState<WebhookDelivery | null>(null);
  const load = useAtomValue(logAtom);
  const reload = useSetAtom(loadLogAtom);
  const again = useSetAtom(sendAgainAtom);
  // Only one that was removed leaves the log to another.
  const webhook = endpoints.some(({ _id }) => _id === chosen) ? chosen : firstOf(endpoints);
  if (webhook !== chosen) choose(webhook);
  const filter = useMemo(() => ({ webhook, state: state ?? undefined }), [webhook, state]);
  useEffect(() => void reload(filter), [reload, filter]);
  const columns = useMemo(
    () => deliveryColumns({ onShow: show, onAgain: ({ _id }) => again(filter, _id) }),
    [again, filter],
  );
  const close = useCallback(() => show(null), []);
  const cursor = load.data?.nextCursor ?? null;
  return (
    <TableCard
      title="Delivery log"
      columns={columns}
      of={mapLoad(load, ({ deliveries }) => deliveries)}
      onRetry={() => void reload(filter)}
      things={["delivery", "deliveries"]}
      action={
        <ActionButton small icon="pi-refresh" action={() => reload(filter)}>
          Reload
        </ActionButton>
      }
      empty={<Empty title={state ? "No delivery is in this state" : "Nothing was sent yet"} icon="pi-send" />}
    >
      <div className="delivery-filters">
        <SelectField
          label="Endpoint"
          value={webhook}
          options={endpoints.map((one) => ({ value: one._id, label: nameOf(one) }))}
          onChange={choose}
        />
        <FilterSwitch
          label="State"
          options={words}
          value={state === null ? allStates : stateWords[state]}
          onChange={(word) => setState(stateOf(word))}
        />
        {cursor && <ActionButton action={() => reload(filter, cursor)}>Show older ones</ActionButton>}
      </div>
      {shown && <DeliveryDialog webhook={webhook} delivery={shown} onClose={close} />}
    </TableCard>
  );
}
