import { useEffect, useState } from "react";
import { connectionAtom, isCodeMissingAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import { unsavedAtom } from "../state/unsaved.atoms.ts";
import { clockTime } from "../ui/times.ts";
import { checkEveryMs, checkServer, reloadOnce } from "./reload.ts";

/** A call under way, a question, or a secret that is shown this once: a reload would lose them. */
const isInUse = (): boolean => document.querySelector('.button[aria-busy="true"], dialog[open], .card.secret') !== null;

/**
 * Reloads the page as soon as the server answers and nothing in it is unsaved or under way. Returns true if that has
 * not helped within the last minute: the operator then decides.
 */
function useReload(isWanted: boolean): boolean {
  const [isVain, setVain] = useState(false);
  const isUnsaved = useAtomValue(unsavedAtom).length > 0;
  useEffect(() => {
    if (!isWanted || isUnsaved || isVain) return;
    const ended = new AbortController();
    const check = async () => {
      const said = isInUse() ? "unreachable" : await checkServer(ended.signal);
      if (said !== "unreachable" && !ended.signal.aborted && !isInUse() && !reloadOnce()) setVain(true);
    };
    void check();
    const timer = setInterval(() => void check(), checkEveryMs);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [isWanted, isUnsaved, isVain]);
  return isVain;
}

const comesBack = "It comes back by itself.";
const reloads = "The page reloads once nothing in it is unsaved.";
const isToReload = "Reload the page to see what changes.";

/** Across the page while the server is gone: nothing on it is known to be true any more, green dots the least. */
export function ConnectionBand() {
  const { state, since } = useAtomValue(connectionAtom);
  const isGone = state === "stale";
  const isMissing = useAtomValue(isCodeMissingAtom);
  const isVain = useReload(isGone && isMissing);
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
        This page may be out of date. {isMissing ? (isVain ? isToReload : reloads) : comesBack}
      </span>
    </div>
  );
}
