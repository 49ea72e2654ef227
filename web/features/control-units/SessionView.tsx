import { useEffect, useMemo, useState } from "react";
import type { Session } from "#shared/control-units/control-unit.schema.ts";
import { type SessionRows, sessionAtomOf } from "../../live/session-rows.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Id } from "../../ui/Id.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { commandWords, sessionLooks } from "../../ui/session-words.ts";
import { brokenAtomOf } from "./control-units.atoms.ts";
import { DoorRows } from "./DoorRows.tsx";
import { ResultsTable } from "./ResultsTable.tsx";
import { SessionActions } from "./SessionActions.tsx";
import { countGroups, groupOf, progressGroups, progressText } from "./session-progress.ts";

/**
 * A text that changes only once it has been the same for a while: a screen reader reads the present state, not each
 * step.
 */
function useCalm(text: string, ms = 1_500): string {
  const [calm, setCalm] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return calm;
}

/** Fewer rows are seen at one look and need no filter. */
const filterFrom = 13;
const filters = ["All", ...progressGroups] as const;

interface ShownProps {
  shown: SessionRows;
  onCancelled: (session: Session) => void;
  onResent: (sessionId: string) => void;
}

function Shown({ shown, onCancelled, onResent }: ShownProps) {
  const { session, rows } = shown;
  const broken = useAtomValue(useMemo(() => brokenAtomOf(session.vendingMachine), [session.vendingMachine]));
  const look = sessionLooks[session.status];
  const [filter, setFilter] = useState<(typeof filters)[number]>("All");
  const counts = useMemo(() => ({ All: rows.length, ...countGroups(rows) }), [rows]);
  const found = useMemo(
    () => (filter === "All" ? rows : rows.filter((row) => groupOf(row) === filter)),
    [rows, filter],
  );
  const progress = progressText(rows);
  const calm = useCalm(`${commandWords[session.type]} ${look.word.toLowerCase()}. ${progress}`);
  return (
    <>
      <div className="session-head">
        <h3>
          {commandWords[session.type]}
          <Chip {...look} glows />
        </h3>
        <div className="session-actions">
          <SessionActions shown={shown} onCancelled={onCancelled} onResent={onResent} />
        </div>
        <p className="session-line figures">
          {progress} · <span className="mono nowrap">{session.vendingMachineId}</span> ·{" "}
          <RelativeTime at={session.createdAt} /> · <Id value={session.sessionId} label="session id" />
        </p>
        {session.reason && <p className="session-reason">{session.reason}</p>}
      </div>
      <p className="unseen" role="status">
        {calm}
      </p>
      {rows.length >= filterFrom && (
        <div className="session-filter">
          <SwitchRow label="Containers" options={filters} value={filter} onChange={setFilter} counts={counts} />
        </div>
      )}
      <DoorRows rows={found} broken={broken} />
      <ResultsTable rows={rows} broken={broken} />
    </>
  );
}

interface SessionViewProps extends Pick<ShownProps, "onResent"> {
  sessionId: string;
  /** Called once: which machine and product the session was about. */
  onLoaded: (session: Session) => void;
}

/** One session, kept up to date: joined, loaded and followed, and again after a reconnect. */
export function SessionView({ sessionId, onLoaded, onResent }: SessionViewProps) {
  const [load, send] = useAtom(useMemo(() => sessionAtomOf(sessionId), [sessionId]));
  const loaded = load.data?.session;
  const isLoaded = loaded !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, however often the session changes.
  useEffect(() => {
    if (loaded) onLoaded(loaded);
  }, [isLoaded]);
  return (
    <Loadable
      of={load}
      onRetry={() => send({ do: "retry" })}
      bones={
        <div className="session-coming">
          <LineBones />
        </div>
      }
    >
      {(shown) => (
        <Shown
          shown={shown}
          onResent={onResent}
          onCancelled={(session) => send({ do: "update", change: (known) => ({ ...known, session }) })}
        />
      )}
    </Loadable>
  );
}
