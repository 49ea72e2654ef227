import { useEffect, useRef } from "react";
import { closeDialogAtom } from "../state/dialogs.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";
import { useConfirm } from "./dialogs.ts";

/**
 * What Escape does in a dialog: it asks first where something is typed, in the fields of these labels. Where the dialog
 * goes by itself, because what was typed is stored, its question goes with it.
 */
export function useAskedClose(typed: readonly string[], onClose: () => void): () => void {
  const confirm = useConfirm();
  const close = useSetAtom(closeDialogAtom);
  const asks = useRef(false);
  useEffect(
    () => () => {
      if (asks.current) close(false);
    },
    [close],
  );
  const body = `What you changed will be lost: ${typed.join(", ")}.`;
  const question = { title: "Close without saving?", body, action: "Close", cancel: "Stay", danger: true };
  const ask = async () => {
    if (asks.current) return;
    if (typed.length === 0) return onClose();
    asks.current = true;
    const yes = await confirm(question);
    asks.current = false;
    if (yes) onClose();
  };
  return () => void ask();
}
