import { useEffect, useState } from "react";
import { SearchPalette } from "./SearchPalette.tsx";

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Opens the palette; Ctrl-K (or Cmd-K) does so from anywhere. */
export function Search() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  return (
    <>
      <button type="button" className="search-button" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <span className="pi pi-search" aria-hidden="true" />
        <span className="search-word">Search </span>
        <span className="kbd">{isApple ? "⌘K" : "Ctrl K"}</span>
      </button>
      {open && <SearchPalette onClose={() => setOpen(false)} />}
    </>
  );
}
