import type { WebhookAnswer, WebhookDelivery } from "#shared/webhooks/webhook-requests.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { DeliveryChip, stateWords } from "./DeliveryChip.tsx";

interface DeliveryActions {
  onShow: (delivery: WebhookDelivery) => void;
  onAgain: (delivery: WebhookDelivery) => Promise<unknown>;
}

/** The page of what an event is about. */
const pageOf = ({ subject: { kind, id } }: WebhookDelivery): string | null => {
  if (kind === "order") return pathTo("order", { id });
  if (kind === "can") return pathTo("transaction", { id });
  if (kind === "machine") return pathTo("machine", { id });
  // A report is its operator's alone.
  return kind === "alarm" ? paths.alarms : null;
};

const answered = (answer: WebhookAnswer | null): string =>
  answer === null ? "none yet" : (answer.error ?? `Answered ${answer.status} in ${answer.ms} ms`);

export const deliveryColumns = ({ onShow, onAgain }: DeliveryActions): Column<WebhookDelivery>[] => [
  { id: "type", head: "Event", kind: "choice", width: 150, value: ({ type }) => type, as: "mono", onPhone: "whole" },
  {
    id: "subject",
    head: "Subject",
    width: 258,
    value: ({ subject: { kind, id } }) => `${kind} ${id}`,
    cell: ({ subject: { kind, id } }) => (
      <span title={`${kind} ${id}`}>
        {kind} <span className="mono">{id}</span>
      </span>
    ),
    link: pageOf,
    onPhone: "whole",
  },
  {
    id: "state",
    head: "State",
    width: 106,
    value: ({ state }) => stateWords[state],
    cell: ({ state }) => <DeliveryChip state={state} />,
    filterable: false,
    onPhone: "field",
  },
  {
    id: "attempts",
    head: "Attempts",
    kind: "number",
    width: 76,
    wide: true,
    value: ({ attempts }) => attempts,
    onPhone: "field",
  },
  {
    id: "nextAt",
    head: "Next Try",
    kind: "time",
    width: 80,
    wide: true,
    value: ({ nextAt }) => nextAt,
    cell: ({ nextAt }) => <RelativeTime at={nextAt} never="–" />,
    onPhone: "field",
  },
  {
    id: "answer",
    head: "Last Answer",
    width: 192,
    value: ({ answer }) => answered(answer),
    cell: ({ answer }) => <span className="cell-lines">{answered(answer)}</span>,
    onPhone: "whole",
  },
  {
    id: "createdAt",
    head: "Age",
    kind: "time",
    width: 92,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    onPhone: "field",
  },
  actionColumn({
    id: "actions",
    head: "Actions",
    width: 176,
    onPhone: "whole",
    saysItself: true,
    cell: (delivery) => (
      <span className="toolbar">
        <Button small kind="quiet" onClick={() => onShow(delivery)}>
          Body <span className="unseen">{`of ${delivery.type}`}</span>
        </Button>
        <ActionButton
          small
          kind="quiet"
          whyNot={delivery.state === "waiting" ? "It waits and is retried automatically" : null}
          action={() => onAgain(delivery)}
        >
          Send again <span className="unseen">{delivery.type}</span>
        </ActionButton>
      </span>
    ),
  }),
];
