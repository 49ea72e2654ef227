import { useEffect, useState } from "react";
import { type AdminAction, whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { maxWebhooks, type WebhookAnswer } from "#shared/webhooks/webhook-requests.schema.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { ShownOnce } from "../../ui/ShownOnce.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { EndpointDialog } from "./EndpointDialog.tsx";
import { EndpointsTable } from "./EndpointsTable.tsx";
import { type Endpoint, type FreshSecret, loadWebhooksAtom, nameOf, webhooksAtom } from "./webhooks.atoms.ts";

const action: AdminAction = "webhooks";
const line = "Events of orders, cans, machines and alarms, sent to other systems";

/** How an endpoint answered a ping. */
function TestResult({ of: { name, answer } }: { of: { name: string; answer: WebhookAnswer } }) {
  const isTaken = answer.error === null;
  return (
    <p role="status">
      <Chip
        tone={isTaken ? "ok" : "danger"}
        icon={isTaken ? "pi-check-circle" : "pi-exclamation-triangle"}
        word={isTaken ? "Taken" : "Not taken"}
      />{" "}
      Test of {name}: {isTaken ? `answered ${answer.status}` : answer.error} after {answer.ms} ms
    </p>
  );
}

function Webhooks() {
  const load = useAtomValue(webhooksAtom);
  const reload = useSetAtom(loadWebhooksAtom);
  const token = useAtomValue(tokenAtom);
  const [edited, setEdited] = useState<Endpoint | "new" | null>(null);
  const [fresh, setFresh] = useState<FreshSecret | null>(null);
  const [tested, setTested] = useState<{ name: string; answer: WebhookAnswer } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another sign-in, perhaps somebody else's.
  useEffect(() => void reload(), [reload, token]);
  const close = () => {
    setEdited(null);
    void reload();
  };
  const { data: endpoints = [] } = load;
  const isFull = endpoints.length >= maxWebhooks;
  const add = (
    <Button
      kind={load.data?.length === 0 ? "primary" : "plain"}
      icon="pi-plus"
      whyNot={isFull ? `At most ${maxWebhooks} endpoints: remove one first` : null}
      onClick={() => setEdited("new")}
    >
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHead title="Webhooks" line={line} action={add} />
      {fresh && (
        <ShownOnce
          key={fresh.secret}
          label={`Secret of ${fresh.name}`}
          title={`The secret of ${fresh.name} is shown only now`}
          words="Copy it to the system that receives the events: it verifies their signatures with it. If it is lost, renew it."
          secret={fresh.secret}
          thing="secret"
          onDone={() => setFresh(null)}
        />
      )}
      {tested && <TestResult of={tested} />}
      <EndpointsTable
        of={load}
        onRetry={() => void reload()}
        onEdit={setEdited}
        onSecret={setFresh}
        onTested={(webhook, answer) => setTested({ name: nameOf(webhook), answer })}
      />
      {endpoints.length > 0 && <DeliveryLog endpoints={endpoints} />}
      {edited && <EndpointDialog endpoint={edited === "new" ? null : edited} onClose={close} onSecret={setFresh} />}
    </>
  );
}

export function Component() {
  const operator = useAtomValue(operatorAtom);
  const why = operator && whyOnlyAdmin(operator.role, action);
  if (operator && !why) return <Webhooks key={operator._id} />;
  return (
    <>
      <PageHead title="Webhooks" line={line} />
      {why && <Empty title={why} icon="pi-lock" />}
    </>
  );
}
