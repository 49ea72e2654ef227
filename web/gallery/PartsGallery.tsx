import { addAlertAtom } from "../state/alerts.atoms.ts";
import { connectionAtom } from "../state/connection.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";
import { LineBones } from "../ui/Bones.tsx";
import { Button, ButtonLink, IconButton } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { useBrowserAlert, useConfirm } from "../ui/dialogs.ts";
import { Id } from "../ui/Id.tsx";
import { Money } from "../ui/Money.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SignalBars } from "../ui/SignalBars.tsx";
import { Chip, StateChip } from "../ui/StateChip.tsx";
import { Empty, Failed, FailedNotice } from "../ui/States.tsx";

const states = [
  "Online",
  "Offline",
  "Unavailable",
  "active",
  "deactive",
  "Working",
  "Disabled",
  "Reserved",
  "Locked",
  "UnLocked",
  "Authorized",
  "Unauthorized",
  "payment successful",
  "payment failed",
  "processing",
  "opened",
  "failed",
];

function Actions() {
  const alert = useSetAtom(addAlertAtom);
  const connection = useSetAtom(connectionAtom);
  const confirm = useConfirm();
  const browserAlert = useBrowserAlert();
  const open = () =>
    confirm({
      title: "Delete unit AX-204-KIA-T2?",
      body: "The control unit can no longer connect, and its machine becomes Unavailable.",
      action: "Delete unit",
      danger: true,
    });
  return (
    <div className="toolbar">
      <Button
        kind="primary"
        icon="pi-plus"
        onClick={() => alert({ kind: "success", text: "Vending Machine Registered", ms: 60_000 })}
      >
        Add machine
      </Button>
      <Button onClick={() => alert({ kind: "danger", text: "Error: Failed to update vending machine", ms: 60_000 })}>
        Plain
      </Button>
      <Button kind="quiet" onClick={() => connection({ state: "reconnecting", since: Date.now() })}>
        Quiet
      </Button>
      <Button danger onClick={() => void open()}>
        Delete
      </Button>
      <Button kind="primary" danger onClick={() => connection({ state: "stale", since: Date.now() })}>
        Delete unit
      </Button>
      <Button kind="primary" working>
        Saving
      </Button>
      <Button kind="primary" disabled>
        Disabled
      </Button>
      <Button disabled>Disabled</Button>
      <Button small icon="pi-refresh" onClick={() => void browserAlert({ text: "Invalid date" })}>
        Small
      </Button>
      <IconButton icon="pi-trash" label="Delete" />
      <ButtonLink to="/x">A link</ButtonLink>
    </div>
  );
}

export function PartsGallery() {
  return (
    <>
      <PageHead title="Parts" line="Every part in every state" />
      <Card title="Buttons">
        <Actions />
      </Card>
      <Card title="States">
        <div className="toolbar">
          {states.map((state) => (
            <StateChip key={state} state={state} />
          ))}
          <Chip tone="warn" icon="pi-clock" word="Clock 3 min off" />
        </div>
      </Card>
      <Card title="Values">
        <div className="toolbar" style={{ gap: 24 }}>
          <Id value="665f1c009a2b665f1c009a2b" label="order id" />
          <Id value="AX-204" />
          <Money amount={1234567.5} />
          <Money amount={-40} />
          <RelativeTime at={Date.now() - 8000} />
          <RelativeTime at={Date.now() - 200_000} />
          <RelativeTime at={null} />
          {[-50, -60, -70, -80, -95].map((dBm) => (
            <SignalBars key={dBm} dBm={dBm} />
          ))}
        </div>
      </Card>
      <FailedNotice error="Failed to get vending machines status" onRetry={() => undefined} />
      <div className="columns">
        <Card title="Loading">
          <LineBones />
        </Card>
        <Card title="Empty">
          <Empty title="No orders match phone 9876543210" action={<Button>Clear filter</Button>} />
        </Card>
        <Card title="Failed">
          <Failed error="Failed to feth Orders" onRetry={() => undefined} />
        </Card>
      </div>
    </>
  );
}
