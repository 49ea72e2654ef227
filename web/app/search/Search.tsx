import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

interface PaletteProps {
  onClose: () => void;
}

function Unreached({ onClose }: PaletteProps) {
  const addAlert = useSetAtom(addAlertAtom);
  useEffect(() => {
    addAlert({ kind: "danger", text: "The search could not be loaded. Load the page again" });
    onClose();
  }, [addAlert, onClose]);
  return null;
}

const loadPalette = () => import("./SearchPalette.tsx");
const SearchPalette = lazy<ComponentType<PaletteProps>>(() =>
  loadPalette().then(
    (module) => ({ default: module.SearchPalette }),
    () => ({ default: Unreached }),
  ),
);
/** What is typed right after Ctrl-K must find its field: the palette's code is fetched when a hand is on its way. */
const expectPalette = () => void loadPalette().catch(() => undefined);

/** Opens the palette; Ctrl-K (or Cmd-K) does so from anywhere. */
export function Search() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") expectPalette();
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
      <button
        type="button"
        className="search-button"
        aria-keyshortcuts="Control+K"
        onPointerEnter={expectPalette}
        onFocus={expectPalette}
        onClick={() => setOpen(true)}
      >
        <span className="pi pi-search" aria-hidden="true" />
        <span className="search-word">Search </span>
        <span className="kbd">{isApple ? "⌘K" : "Ctrl K"}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <SearchPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
