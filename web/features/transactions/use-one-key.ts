import { useEffect, useRef } from "react";
import { isTyped } from "../../ui/is-typed.ts";

/** One key an action, by its letter; not while somebody types, nor behind a dialog, nor with Ctrl, Alt or Meta. */
export function useOneKey(actions: Readonly<Record<string, (() => void) | null>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyped(event.target) || document.querySelector("dialog[open]")) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
