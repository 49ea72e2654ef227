import type { Dropdown } from "primereact/dropdown";
import { useEffect, useRef, useState } from "react";

/**
 * PrimeReact's focused input is a plain text box to readers; this makes it the combobox that it is: whether its list is
 * open, which list that is, and which choice the arrows have reached.
 */
export function useComboboxRole(listId: string) {
  const dropdown = useRef<Dropdown>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const input = dropdown.current?.getFocusInput();
    input?.setAttribute("role", "combobox");
    input?.setAttribute("aria-controls", listId);
    input?.setAttribute("aria-expanded", String(open));
    const panel = open ? dropdown.current?.getOverlay() : null;
    if (!input || !panel) return;
    const follow = () => {
      const reached = panel.querySelector(".p-dropdown-item.p-focus")?.id;
      if (reached) input.setAttribute("aria-activedescendant", reached);
      else input.removeAttribute("aria-activedescendant");
    };
    follow();
    const moved = new MutationObserver(follow);
    moved.observe(panel, { subtree: true, childList: true, attributeFilter: ["class"] });
    return () => {
      moved.disconnect();
      input.removeAttribute("aria-activedescendant");
    };
  }, [open, listId]);

  return { ref: dropdown, onShow: () => setOpen(true), onHide: () => setOpen(false) };
}
