import "./registration.css";
import { useMemo, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { paths, pathTo } from "../../app/paths.ts";
import { useAtom } from "../../state/jotai.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { useIsHere } from "../../ui/use-is-here.ts";
import { RegisterForm } from "./RegisterForm.tsx";
import { type FreshSecret, registrationAtomOf } from "./registration.atoms.ts";
import { SecretPanel } from "./SecretPanel.tsx";
import { DeleteUnit, NewSecret } from "./UnitActions.tsx";
import { UnitFacts } from "./UnitFacts.tsx";
import { OtherUnit } from "./UnitKey.tsx";
import { UpdateForm } from "./UpdateForm.tsx";

interface FormProps {
  serialNumber: string;
  onSecret: (fresh: FreshSecret) => void;
}

/** The register form while the request waits, the update form once the unit is registered. */
function KnownUnit({ serialNumber, onSecret }: FormProps) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [load, send] = useAtom(useMemo(() => registrationAtomOf(serialNumber), [serialNumber]));
  return (
    <Loadable ofPage of={load} onRetry={() => send({ do: "retry" })}>
      {({ unit, request }) => {
        if (unit) {
          const permission = unit.authorised ? "Authorized" : "Unauthorized";
          return (
            <>
              <PageHead
                title={unit.name}
                line={<span className="mono">{serialNumber}</span>}
                chips={<StateChip state={permission} glows />}
                action={
                  <>
                    <NewSecret unit={unit} onSecret={onSecret} />
                    <DeleteUnit unit={unit} onGone={() => isHere() && void navigate(paths.registered)} />
                  </>
                }
              />
              <OtherUnit of={unit} />
              <div className="columns">
                <UpdateForm
                  key={unit._id}
                  record={unit}
                  onKnown={(incoming) => send({ do: "update", change: (known) => ({ ...known, unit: incoming }) })}
                />
                <UnitFacts unit={unit} />
              </div>
            </>
          );
        }
        if (request) {
          return (
            <>
              <PageHead title={serialNumber} isId line="This control unit waits to be registered" />
              <div className="one-column">
                <OtherUnit of={request} />
                <RegisterForm key={`${request._id} ${request.fingerprint}`} request={request} onRegistered={onSecret} />
              </div>
            </>
          );
        }
        return (
          <>
            <PageHead title={serialNumber} isId />
            <Empty
              title={`No control unit ${serialNumber} is registered or waits`}
              action={<ButtonLink to={paths.registered}>Vending Machine List</ButtonLink>}
            >
              If it asks to be registered, it appears here by itself.
            </Empty>
          </>
        );
      }}
    </Loadable>
  );
}

/**
 * Registers or updates one control unit (specification: Registered vending machine); `/new` registers one without a
 * request.
 */
export function Component() {
  const { serialNumber = "" } = useParams();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [fresh, setFresh] = useState<FreshSecret | null>(null);
  const isNew = serialNumber.toLowerCase() === "new";
  const isStillNew = useRef(isNew);
  isStillNew.current = isNew;
  return (
    <>
      {fresh && <SecretPanel key={fresh.serialNumber} fresh={fresh} onDone={() => setFresh(null)} />}
      {isNew ? (
        <>
          <PageHead title="Register a control unit" line="For a serial number that has not asked by itself" />
          <div className="one-column">
            <RegisterForm
              request={null}
              onRegistered={(registered) => {
                if (!isHere()) return;
                setFresh(registered);
                // Another unit's page has the same component.
                if (!isStillNew.current) return;
                void navigate(pathTo("registeredUnit", { serialNumber: registered.serialNumber }), { replace: true });
              }}
            />
          </div>
        </>
      ) : (
        <KnownUnit key={serialNumber} serialNumber={serialNumber} onSecret={setFresh} />
      )}
    </>
  );
}
