import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { useAtomValue, useStore } from "../../state/jotai.ts";
import { signedInAtom } from "../../state/session.atoms.ts";
import { unsavedAtom } from "../../state/unsaved.atoms.ts";
import { Button } from "../Button.tsx";
import { Dialog } from "../Dialog.tsx";

/** What is left by going there: the page, or a part of a queue or a case for another one (web/recipes/queue). */
const placeOf = ({ pathname, search }: { pathname: string; search: string }): string => {
  const params = new URLSearchParams(search);
  return [pathname, ...["view", "case"].map((name) => params.get(name))].join(" ");
};

/** Confirms before a changed form is left. Mounted once, in the frame: the router allows one such guard at a time. */
export function LeaveGuard() {
  const store = useStore();
  const unsaved = useAtomValue(unsavedAtom);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      placeOf(currentLocation) !== placeOf(nextLocation) &&
      store.get(signedInAtom) &&
      store.get(unsavedAtom).length > 0,
  );

  useEffect(() => {
    if (unsaved.length === 0) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmLeave);
    return () => window.removeEventListener("beforeunload", confirmLeave);
  }, [unsaved]);

  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      onClose={() => blocker.reset()}
      foot={
        <>
          <Button autoFocus onClick={() => blocker.reset()}>
            Stay
          </Button>
          <Button kind="primary" danger onClick={() => blocker.proceed()}>
            Leave
          </Button>
        </>
      }
    >
      <p className="muted">What you changed will be lost: {unsaved.join(", ")}.</p>
    </Dialog>
  );
}
