import { useEffect } from "react";
import { connectionAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import { clockTime } from "../ui/times.ts";

/** Across the page while the server is gone: nothing on it is known to be true any more, green dots the least. */
export function ConnectionBand() {
  const { state, since } = useAtomValue(connectionAtom);
  const isGone = state === "stale";
  useEffect(() => {
    if (!isGone) return;
    const { dataset } = document.documentElement;
    dataset.connection = "lost";
    return () => {
      delete dataset.connection;
    };
  }, [isGone]);
  if (!isGone) return null;
  return (
    <div className="band" role="alert">
      <span className="pi pi-wifi" aria-hidden="true" />
      No connection since {clockTime(since)}
      <span className="band-more">What you see may have changed. It comes back by itself.</span>
    </div>
  );
}
