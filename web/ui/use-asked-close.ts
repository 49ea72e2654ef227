import { useConfirm } from "./dialogs.ts";

/** What Escape does in a dialog: it asks first where something is typed, in the fields of these labels. */
export function useAskedClose(typed: readonly string[], onClose: () => void): () => void {
  const confirm = useConfirm();
  const body = `What you changed will be lost: ${typed.join(", ")}.`;
  const question = { title: "Close without saving?", body, action: "Close", cancel: "Stay", danger: true };
  const ask = async () => {
    if (typed.length === 0 || (await confirm(question))) onClose();
  };
  return () => void ask();
}
