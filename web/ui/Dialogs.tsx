import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { closeDialogAtom, dropDialogsAtom, openDialogAtom } from "../state/dialogs.atoms.ts";
import { useAtomValue, useSetAtom } from "../state/jotai.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

/** Shows the question or the message requested through state/dialogs.atoms.ts. Mounted once, in the frame. */
export function Dialogs() {
  const open = useAtomValue(openDialogAtom);
  const close = useSetAtom(closeDialogAtom);
  const drop = useSetAtom(dropDialogsAtom);
  const { pathname } = useLocation();
  const type = useNavigationType();
  const how = useRef(type);
  how.current = type;
  // Leaving the page by Back is no confirmation. A page that opens beneath a question leaves it alone. What the next page
  // says at its beginning comes after this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is another one once its path is.
  useEffect(
    () => () => {
      if (how.current === "POP") drop();
    },
    [pathname, how, drop],
  );
  if (!open) return null;

  if (open.kind === "alert") {
    const ok = (
      <Button kind="primary" autoFocus onClick={() => close(true)}>
        OK
      </Button>
    );
    return (
      <Dialog key={open.text} role="alertdialog" title={open.title ?? open.text} onClose={() => close(true)} foot={ok}>
        {open.title !== null && <p>{open.text}</p>}
      </Dialog>
    );
  }

  return (
    <Dialog
      key={open.title}
      role="alertdialog"
      title={open.title}
      onClose={() => close(false)}
      foot={
        <>
          <Button autoFocus onClick={() => close(false)}>
            {open.cancel ?? "Cancel"}
          </Button>
          <Button kind="primary" danger={open.danger} onClick={() => close(true)}>
            {open.action}
          </Button>
        </>
      }
    >
      <p className="muted">{open.body}</p>
    </Dialog>
  );
}
