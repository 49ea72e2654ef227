import { useEffect } from "react";
import { connectionAtom, isCodeMissingAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import { unsavedAtom } from "../state/unsaved.atoms.ts";
import { clockTime } from "../ui/times.ts";
import { checkEveryMs, checkServer, reloadOnce } from "./reload.ts";

/** Loads the page anew as soon as the server answers and nothing in it is unsaved. */
function useReload(isWanted: boolean): void {
  const isUnsaved = useAtomValue(unsavedAtom).length > 0;
  useEffect(() => {
    if (!isWanted || isUnsaved) return;
    const ended = new AbortController();
    const check = async () => {
      const said = await checkServer(ended.signal);
      if (said !== "unreachable" && !ended.signal.aborted) reloadOnce();
    };
    void check();
    const timer = setInterval(() => void check(), checkEveryMs);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [isWanted, isUnsaved]);
}

/** Across the page while the server is gone: nothing on it is known to be true any more, green dots the least. */
export function ConnectionBand() {
  const { state, since } = useAtomValue(connectionAtom);
  const isGone = state === "stale";
  const isMissing = useAtomValue(isCodeMissingAtom);
  useReload(isGone && isMissing);
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
      <span className="band-more">
        What you see may have changed.{" "}
        {isMissing ? "The page is loaded anew once nothing in it is unsaved." : "It comes back by itself."}
      </span>
    </div>
  );
}
