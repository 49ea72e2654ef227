import { ShownOnce } from "../../ui/ShownOnce.tsx";
import type { FreshSecret } from "./registration.atoms.ts";

const wordsOf = ({ fingerprint, secret }: FreshSecret): string => {
  if (secret === null)
    return fingerprint
      ? `The unit with the key ${fingerprint} fetches its secret by itself when it is switched on.`
      : "This unit has shown no key, so its secret is not sent: an admin presses New Secret and types it into the unit.";
  return fingerprint
    ? `The unit with the key ${fingerprint} fetches it by itself when it is switched on, sealed so that nobody else can read it. You need not copy it. If it is lost, press New Secret.`
    : "It is not sent: this unit has shown no key. Copy it and type it into the unit. If it is lost, press New Secret.";
};

/** The secret of a unit, this once: only its hash is kept, so nobody can show it again. */
export function SecretPanel({ fresh, onDone }: { fresh: FreshSecret; onDone: () => void }) {
  const { serialNumber, secret } = fresh;
  return (
    <ShownOnce
      label={`Secret of ${serialNumber}`}
      title={secret === null ? `${serialNumber} is registered` : `The secret of ${serialNumber} is shown only now`}
      words={wordsOf(fresh)}
      secret={secret}
      thing="secret"
      onDone={onDone}
    />
  );
}
