import { type RefObject, useLayoutEffect } from "react";
import { isTyped } from "../../ui/is-typed.ts";

/**
 * Presses the button that shows this key (`Key`) among those of the case; not while somebody types, nor behind a
 * dialog, nor with Ctrl, Alt or Meta. A button that is disabled says why.
 */
export function useCaseKeys(of: RefObject<HTMLElement | null>): void {
  // Before the paint: the key works as soon as it is shown.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyped(event.target) || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest("[popover]")) return;
      const shown = [...(of.current?.querySelectorAll<HTMLElement>("kbd[data-key]") ?? [])];
      const button = shown.find(({ dataset }) => dataset.key === event.key.toLowerCase())?.closest("button");
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [of]);
}
