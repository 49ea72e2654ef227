import { connectionAtom, oldPartsAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import { clockTime } from "../ui/times.ts";

/** Whether what the screen shows is the present (or how old it is). */
export function LiveIndicator() {
  const connection = useAtomValue(connectionAtom);
  const oldParts = useAtomValue(oldPartsAtom);
  // Its place is kept from the first moment on.
  if (connection.state === "off") return <span className="live live-off" aria-hidden="true" />;
  const isOld = connection.state === "live" && oldParts.size > 0;
  const state = isOld ? "stale" : connection.state;
  const since = isOld ? Math.min(...oldParts.values()) : connection.since;
  const words = {
    live: "Live",
    reconnecting: "Reconnecting",
    stale: `Stale since ${clockTime(since)}`,
  }[state];
  const meaning = {
    live: "Changes appear as they happen",
    reconnecting: "The connection was lost: reconnecting",
    stale: isOld
      ? "This page could not be refreshed yet: it retries by itself"
      : "No connection: this page may be out of date",
  }[state];
  return (
    <span className={`live live-${state}`} role="status" title={meaning}>
      <span className="live-dot" aria-hidden="true" />
      <span className="live-words">{words}</span>
    </span>
  );
}
