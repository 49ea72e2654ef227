import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { CaseHead, Key } from "../../recipes/queue/CaseHead.tsx";
import { GoneNotice } from "../../recipes/queue/GoneCase.tsx";
import { WorkQueue } from "../../recipes/queue/WorkQueue.tsx";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { DeleteRequest } from "./DeleteRequest.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import type { FreshSecret } from "./registration.atoms.ts";
import { SecretPanel } from "./SecretPanel.tsx";
import { OtherUnit } from "./UnitKey.tsx";

const idOf = ({ _id }: RegistrationRequest) => _id;
const rowOf = ({ serialNumber, version, fingerprint, other, dateTime }: RegistrationRequest) => ({
  title: <span className="mono">{serialNumber}</span>,
  line: `Version ${version} · ${other ? "another unit uses this number" : fingerprint ? `key ${fingerprint}` : "no key"}`,
  note: <RelativeTime at={dateTime} />,
});

/** A request that a link names and that is gone: nothing of it is kept. */
const goneOf = () => (
  <GoneNotice>
    This request is closed: its unit was <Link to={paths.registered}>registered</Link>, or the request was deleted.
  </GoneNotice>
);

interface RequestCaseProps {
  request: RegistrationRequest;
  onRegistered: (fresh: FreshSecret) => void;
  onNext: () => void;
}

function RequestCase({ request, onRegistered, onNext }: RequestCaseProps) {
  const form = useRef<HTMLDivElement>(null);
  const { serialNumber, dateTime } = request;
  return (
    <>
      <CaseHead
        title={
          <Link className="mono" to={pathTo("registeredUnit", { serialNumber })}>
            {serialNumber}
          </Link>
        }
        line={
          <>
            Waits to be registered, requested <RelativeTime at={dateTime} />
          </>
        }
        onNext={onNext}
      >
        <Button
          icon="pi-link"
          onClick={() => form.current?.querySelector<HTMLElement>("form [role='combobox'], form input")?.focus()}
        >
          Choose its machine <Key of="R" />
        </Button>
        <DeleteRequest request={request} inCase />
      </CaseHead>
      <OtherUnit of={request} />
      <div ref={form} className="one-column">
        <RegisterForm key={request.fingerprint} request={request} onRegistered={onRegistered} inCase />
      </div>
    </>
  );
}

/** The queue of control units that wait to be registered. The secret of each stays above it until it is copied. */
export function RequestQueue({ requests, empty }: { requests: readonly RegistrationRequest[]; empty: ReactNode }) {
  const [secrets, setSecrets] = useState<readonly FreshSecret[]>([]);
  const without = ({ serialNumber }: FreshSecret) => secrets.filter((one) => one.serialNumber !== serialNumber);
  return (
    <>
      {secrets.map((fresh) => (
        <SecretPanel key={fresh.serialNumber} fresh={fresh} onDone={() => setSecrets(without(fresh))} />
      ))}
      <WorkQueue
        label="Control units that wait"
        cases={requests}
        idOf={idOf}
        rowOf={rowOf}
        goneOf={goneOf}
        counts
        empty={empty}
      >
        {(request, next) => (
          <RequestCase
            request={request}
            onRegistered={(fresh) => setSecrets([...without(fresh), fresh])}
            onNext={next}
          />
        )}
      </WorkQueue>
    </>
  );
}
