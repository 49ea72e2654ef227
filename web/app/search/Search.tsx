import { useCallback, useEffect, useRef, useState } from "react";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { later } from "../../ui/later.tsx";

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

interface PaletteProps {
  onClose: () => void;
  /** What was typed before the palette stood; to be taken over once. */
  takeTyped: () => string;
}

function Unreached({ onClose }: PaletteProps) {
  const addAlert = useSetAtom(addAlertAtom);
  useEffect(() => {
    addAlert({ kind: "danger", text: "The search could not be loaded: reload the page" });
    onClose();
  }, [addAlert, onClose]);
  return null;
}

const loadPalette = () => import("./SearchPalette.tsx");
const SearchPalette = later<PaletteProps>(
  () => loadPalette().then((module) => ({ default: module.SearchPalette })),
  Unreached,
);
/** The palette's code is fetched when a hand is on its way. */
const expectPalette = () => void loadPalette().catch(() => undefined);

/** Opens the palette; Ctrl-K (or Cmd-K) does so from anywhere. */
export function Search() {
  const [open, setOpen] = useState(false);
  /** What was typed since Ctrl-K, while the palette is on its way; null when it is not. */
  const early = useRef<string | null>(null);
  const stands = useRef(false);
  const begin = useCallback(() => {
    if (!stands.current) early.current ??= "";
    setOpen(true);
  }, []);
  const takeTyped = useCallback(() => {
    const typed = early.current ?? "";
    early.current = null;
    stands.current = true;
    return typed;
  }, []);
  const close = useCallback(() => {
    early.current = null;
    stands.current = false;
    setOpen(false);
  }, []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (early.current !== null && isLetter) {
        event.preventDefault();
        early.current += event.key;
        return;
      }
      if (event.key === "Control" || event.key === "Meta") expectPalette();
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      begin();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [begin]);
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-keyshortcuts="Control+K"
        onPointerEnter={expectPalette}
        onFocus={expectPalette}
        onClick={begin}
      >
        <span className="pi pi-search" aria-hidden="true" />
        <span className="search-word">Search </span>
        <span className="kbd">{isApple ? "⌘K" : "Ctrl K"}</span>
      </button>
      {open && <SearchPalette onClose={close} takeTyped={takeTyped} />}
    </>
  );
}
