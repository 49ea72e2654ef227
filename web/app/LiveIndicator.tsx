import { connectionAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import { clockTime } from "../ui/times.ts";

/** Whether what the screen shows is the present (or how old it is). */
export function LiveIndicator() {
  const { state, since } = useAtomValue(connectionAtom);
  if (state === "off") return null;
  const words = {
    live: "Live",
    reconnecting: "Reconnecting",
    stale: `Stale since ${clockTime(since)}`,
  }[state];
  const meaning = {
    live: "Changes appear as they happen",
    reconnecting: "The connection was lost and is being restored",
    stale: "No connection: what you see may have changed",
  }[state];
  return (
    <span className={`live live-${state}`} role="status" title={meaning}>
      <span className="live-dot" aria-hidden="true" />
      <span className="live-words">{words}</span>
    </span>
  );
}
