import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { findPages } from "./find-pages.ts";

/** Type a few letters, choose with the arrows, go with Enter. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = findPages(query);
  const show = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice moves the view, nothing is read from it.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);

  const go = (index: number) => {
    const page = found[index];
    if (!page) return;
    onClose();
    void navigate(page.to);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) setChosen((chosen + step + found.length) % found.length);
    else if (event.key === "Enter") go(chosen);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; by keyboard Escape does.
    <dialog
      ref={show}
      className="palette"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="palette-field">
        <span className="pi pi-search" aria-hidden="true" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label="Find a page"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder="Find a page"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={pressed}
        />
        <span className="kbd" aria-hidden="true">
          Esc
        </span>
      </div>
      {found.length > 0 ? (
        <div id={`${id}-list`} ref={list} className="palette-list" role="listbox" aria-label="Pages">
          {found.map((page, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above holds the focus and the keys.
            <div
              key={page.to}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="palette-item"
              onPointerMove={() => setChosen(index)}
              onClick={() => go(index)}
            >
              <span className={`pi ${page.icon}`} aria-hidden="true" />
              <span>{page.title}</span>
              <span className="muted palette-group">{page.group}</span>
            </div>
          ))}
        </div>
      ) : (
        <p className="palette-none muted">No page is called “{query.trim()}”.</p>
      )}
    </dialog>
  );
}
