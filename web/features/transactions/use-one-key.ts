import { useEffect, useRef } from "react";
import { isTyped } from "../../ui/is-typed.ts";

/** One key a deed, by its letter; not while somebody types, nor behind a dialog, nor with Ctrl, Alt or Meta. */
export function useOneKey(deeds: Readonly<Record<string, (() => void) | null>>): void {
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyped(event.target) || document.querySelector("dialog[open]")) return;
      const deed = latest.current[event.key.toLowerCase()];
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
