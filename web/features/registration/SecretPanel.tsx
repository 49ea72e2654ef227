import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import type { FreshSecret } from "./registration.atoms.ts";

/** The secret of a unit, this once: only its hash is kept, so nobody can show it again. */
export function SecretPanel({ fresh, onDone }: { fresh: FreshSecret; onDone: () => void }) {
  const { serialNumber, fingerprint, secret } = fresh;
  const { copied, copy } = useCopy();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  if (secret === null) {
    return (
      <section className="card secret" aria-label={`Secret of ${serialNumber}`}>
        <div className="secret-words">
          <h2 ref={head} tabIndex={-1}>
            {serialNumber} is registered
          </h2>
          <p className="muted">
            {fingerprint
              ? `The unit with the key ${fingerprint} fetches its secret by itself when it is switched on.`
              : "This unit has shown no key, so its secret is not sent: an admin has to press New Secret and carry it there."}
          </p>
        </div>
        <div className="toolbar">
          <Button kind="quiet" onClick={onDone}>
            Hide it
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section className="card secret" aria-label={`Secret of ${serialNumber}`}>
      <div className="secret-words">
        <h2 ref={head} tabIndex={-1}>
          The secret of {serialNumber} is shown only now
        </h2>
        <p className="muted">
          {fingerprint
            ? `The unit with the key ${fingerprint} fetches it by itself when it is switched on, sealed so that nobody else can read it. There is nothing to carry; if it is lost, press New Secret.`
            : "It is not sent: this unit has shown no key. Copy it, carry it to the unit and type it in there; if it is lost, press New Secret."}
        </p>
      </div>
      <code className="secret-text">{secret}</code>
      <div className="toolbar">
        <Button icon={copied ? "pi-check" : "pi-copy"} onClick={() => void copy(secret)}>
          {copied ? "Copied" : "Copy secret"}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Hide it
        </Button>
      </div>
    </section>
  );
}
