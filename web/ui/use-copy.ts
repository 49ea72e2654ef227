import { useEffect, useState } from "react";
import { addAlertAtom } from "../state/alerts.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";

/** The old way, which also works where the page came over plain http: the browser has no clipboard to hand out there. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  // Text outside an open dialog cannot be selected.
  (focused?.closest("dialog") ?? document.body).append(field);
  try {
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

async function copyText(text: string): Promise<boolean> {
  // Only secure pages have one, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    const done = await clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  return copySelected(text);
}

/** Copies a text, and says so for a moment; where the browser does not let it, an alert says that. */
export function useCopy() {
  const addAlert = useSetAtom(addAlertAtom);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1200);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else addAlert({ kind: "danger", text: "The browser did not allow copying: select the text and copy it by hand" });
  };
  return { copied, copy };
}
