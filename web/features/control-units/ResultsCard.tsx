import { type FormEvent, type Ref, useEffect, useState } from "react";
import type { Session } from "#shared/control-units/control-unit.schema.ts";
import { Id } from "#shared/http/fields.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { Empty } from "../../ui/States.tsx";
import { SessionView } from "./SessionView.tsx";

interface ResultsCardProps {
  /** As it stands in the address: it may be anything. */
  session: string;
  /** The operator requests a session's rows. */
  onRequest: (sessionId: string) => void;
  onLoaded: (session: Session) => void;
  onResent: (sessionId: string) => void;
  ref: Ref<HTMLElement>;
}

/** Session Results: the current session as it goes on, or another one by its id. */
export function ResultsCard({ session, onRequest, onLoaded, onResent, ref }: ResultsCardProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [reloads, setReloads] = useState(0);
  const shown = Id.safeParse(session).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is shown: what was typed has been answered.
  useEffect(() => {
    setTyped("");
    setError(null);
  }, [session]);

  const reload = (event: FormEvent) => {
    event.preventDefault();
    const parsed = Id.safeParse(typed.trim());
    if (!parsed.success) return setError("Session id must be 24 hexadecimal digits");
    setError(null);
    if (parsed.data === session) setReloads((count) => count + 1);
    else onRequest(parsed.data);
  };
  return (
    <section ref={ref} id="results" className="card results" aria-labelledby="session-results">
      <header className="results-head">
        <h2 id="session-results">Session Results</h2>
        <form className="results-ask" onSubmit={reload} noValidate>
          <TextField
            label="Session id"
            quietLabel
            value={typed}
            placeholder="Session id"
            autoComplete="off"
            maxLength={64}
            {...(error ? { error } : {})}
            onChange={(text) => {
              setTyped(text);
              setError(null);
            }}
          />
          <Button type="submit">Get Results</Button>
        </form>
      </header>
      {shown ? (
        <SessionView key={`${shown} ${reloads}`} sessionId={shown} onLoaded={onLoaded} onResent={onResent} />
      ) : (
        <Empty
          icon={session ? "pi-exclamation-triangle" : "pi-wave-pulse"}
          title={session ? `“${session}” is no session id` : "No session yet"}
        >
          {session
            ? "A session id has 24 hexadecimal digits."
            : "Answers of the control unit appear here at once, container by container."}
        </Empty>
      )}
    </section>
  );
}
