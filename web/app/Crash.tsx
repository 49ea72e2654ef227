import { useLocation, useNavigate, useRouteError } from "react-router-dom";
import { isMissingCode } from "../state/failures.atoms.ts";
import { Button } from "../ui/Button.tsx";
import { Unreached } from "./Unreached.tsx";

/** Shown in place of a page that broke: the frame around it works on. */
export function Crash() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  if (isMissingCode(error)) return <Unreached />;
  return (
    <section className="calm" role="alert">
      <span className="pi pi-exclamation-triangle calm-sign" aria-hidden="true" />
      <h1>This page stopped working</h1>
      <p className="muted">
        What you saved is not lost. If it happens again, send the text below to your administrator.
      </p>
      {error instanceof Error && <code className="calm-detail">{error.message}</code>}
      <div className="calm-actions">
        {/* A new visit to the same address clears the error. */}
        <Button kind="primary" onClick={() => void navigate(`${pathname}${search}${hash}`, { replace: true })}>
          Retry
        </Button>
      </div>
    </section>
  );
}
