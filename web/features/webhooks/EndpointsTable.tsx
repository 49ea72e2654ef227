import { SubscribedType } from "#shared/webhooks/webhook.schema.ts";
import type { WebhookAnswer } from "#shared/webhooks/webhook-requests.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import "./webhooks.css";
import { DeliveryChip } from "./DeliveryChip.tsx";
import { type Endpoint, type FreshSecret, nameOf, ping, removeAtom, rotateAtom } from "./webhooks.atoms.ts";

interface EndpointActions {
  onEdit: (endpoint: Endpoint) => void;
  onSecret: (fresh: FreshSecret) => void;
  onTested: (endpoint: Endpoint, answer: WebhookAnswer) => void;
}

function Actions({ of, onEdit, onSecret, onTested }: EndpointActions & { of: Endpoint }) {
  const rotate = useSetAtom(rotateAtom);
  const remove = useSetAtom(removeAtom);
  const name = nameOf(of);
  const renew = async () => {
    const fresh = await rotate(of);
    if (fresh) onSecret(fresh);
  };
  const test = async () => {
    const answer = await ping(of._id);
    if (answer) onTested(of, answer);
  };
  const renewal = {
    title: `Renew the secret of ${name}?`,
    body: "The new secret is shown once. Both secrets sign for 24 hours, so that the other system can switch.",
    action: "Renew secret",
  };
  const removal = {
    title: `Remove ${name}?`,
    body: "Its delivery log is removed too. Events that still wait are not sent.",
    action: "Remove endpoint",
    danger: true,
  };
  return (
    <span className="toolbar">
      <ActionButton small action={test}>
        Test <span className="unseen">{name}</span>
      </ActionButton>
      <Button small onClick={() => onEdit(of)}>
        Edit <span className="unseen">{name}</span>
      </Button>
      <ActionButton small kind="quiet" question={renewal} action={renew}>
        Renew secret <span className="unseen">{`of ${name}`}</span>
      </ActionButton>
      <ActionButton small danger kind="quiet" question={removal} action={() => remove(of._id)}>
        Remove <span className="unseen">{name}</span>
      </ActionButton>
    </span>
  );
}

const stateOf = ({ enabled, failingSince }: Endpoint): string => {
  if (!enabled) return "Disabled";
  return failingSince === null ? "Enabled" : "Failing";
};
function State(endpoint: Endpoint) {
  const word = stateOf(endpoint);
  if (word === "Enabled") return <Chip tone="ok" icon="pi-circle-fill" calm="dot" word={word} />;
  if (word === "Disabled") return <Chip tone="quiet" icon="pi-ban" word={word} />;
  return (
    <>
      <Chip tone="danger" icon="pi-exclamation-triangle" word={word} /> <RelativeTime at={endpoint.failingSince} />
    </>
  );
}

const Latest = ({ latest }: Endpoint) =>
  latest === null ? (
    <span className="muted">nothing yet</span>
  ) : (
    <>
      <DeliveryChip state={latest.state} /> <RelativeTime at={latest.createdAt} />
    </>
  );

const eventsOf = ({ types }: Endpoint): string =>
  types.length === SubscribedType.options.length ? "Every event" : types.join(", ");

const columnsOf = (actions: EndpointActions): Column<Endpoint>[] => [
  {
    id: "name",
    head: "Name",
    width: 130,
    value: nameOf,
    cell: (endpoint) => <span className="endpoint-name">{nameOf(endpoint)}</span>,
    onPhone: "whole",
    saysItself: true,
  },
  {
    id: "address",
    head: "Address",
    width: 208,
    value: ({ address }) => address,
    onPhone: "whole",
    saysItself: true,
  },
  { id: "types", head: "Events", width: 144, wide: true, value: eventsOf, onPhone: "field" },
  { id: "state", head: "State", width: 164, value: stateOf, cell: State, onPhone: "field" },
  {
    id: "latest",
    head: "Last Delivery",
    kind: "time",
    width: 184,
    wide: true,
    value: ({ latest }) => latest?.createdAt ?? null,
    cell: Latest,
    onPhone: "field",
  },
  actionColumn({
    id: "actions",
    head: "Actions",
    width: 304,
    onPhone: "whole",
    saysItself: true,
    cell: (of) => <Actions of={of} {...actions} />,
  }),
];

interface EndpointsTableProps extends EndpointActions {
  of: Load<Endpoint[]>;
  onRetry: () => void;
}

/** Where events are sent, and whether they arrive. */
export function EndpointsTable({ of, onRetry, ...actions }: EndpointsTableProps) {
  return (
    <TableCard
      title="Endpoints"
      columns={columnsOf(actions)}
      of={of}
      onRetry={onRetry}
      things={["endpoint", "endpoints"]}
      empty={
        <Empty title="There is no endpoint yet" icon="pi-send">
          A webhook tells another system what happens here, so that it need not poll. For example: the customers' app
          that an order is paid, a planner that a machine is sold out, a chat that an alarm is raised. Each event is
          signed as{" "}
          <a className="docs-link" href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>{" "}
          says. docs/webhooks.md of Cansole lists the events and how they are received.
        </Empty>
      }
    />
  );
}
