import "./palette.css";
import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useState } from "react";
import { longestSearch, shortestSearch } from "#shared/search/search.schema.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { readInput } from "./actions.ts";
import { findActions } from "./find-actions.ts";
import { groupItems } from "./group-items.ts";
import { type Item, keyOf } from "./item.ts";
import { PaletteList } from "./PaletteList.tsx";
import { keepRecent, readRecent } from "./recent.ts";
import { type FoundRecords, useFoundRecords } from "./use-found-records.ts";
import { useGo } from "./use-go.ts";

/** What is said beneath the list; with something found, to readers alone. */
const sayWhat = (query: string, count: number, { state, error }: FoundRecords): string => {
  if (state === "failed") return `${error}. Pages are still found.`;
  if (count > 0) return state === "asking" ? "" : `${count} found`;
  if (state === "asking") return "Searching…";
  return state === "idle"
    ? `Type at least ${shortestSearch} characters to find records.`
    : `Nothing begins with “${query.trim()}”.`;
};

interface PaletteFieldProps {
  listId: string;
  /** The id of the item that Enter goes to; undefined if nothing is listed. */
  chosenId: string | undefined;
  isSearching: boolean;
  query: string;
  onQuery: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function PaletteField({ listId, chosenId, isSearching, query, onQuery, onKeyDown }: PaletteFieldProps) {
  return (
    <div className="palette-field">
      <span className={`pi ${isSearching ? "pi-spinner pi-spin" : "pi-search"}`} aria-hidden="true" />
      <input
        // biome-ignore lint/a11y/noAutofocus: it is the first field of a dialog.
        autoFocus
        type="text"
        role="combobox"
        aria-label="Find a page or a record"
        aria-expanded={chosenId !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosenId}
        placeholder="Page, name, number or action"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="kbd" aria-hidden="true">
        Esc
      </span>
    </div>
  );
}

interface SearchPaletteProps {
  onClose: () => void;
  /** What was typed while this was on its way. */
  takeTyped?: () => string;
}

/** Type a few letters, choose with the arrows, go with Enter. */
export function SearchPalette({ onClose, takeTyped }: SearchPaletteProps) {
  const id = useId();
  const goTo = useGo();
  const operator = useAtomValue(operatorAtom)?._id ?? null;
  const [query, setQuery] = useState("");
  useLayoutEffect(() => {
    const typed = takeTyped?.() ?? "";
    if (typed !== "") setQuery((now) => (typed + now).slice(0, longestSearch));
  }, [takeTyped]);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [recent] = useState(() => readRecent(operator));
  const records = useFoundRecords(query);
  const parsed = readInput(query);
  const machines = useFoundRecords(parsed?.machine ?? "");
  const groups = groupItems(query, recent, records.results, findActions(parsed, machines.results));
  const items = groups.flatMap((group) => group.items);
  const chosen = Math.max(
    items.findIndex((item) => keyOf(item) === chosenKey),
    0,
  );
  const said = sayWhat(query, items.length, machines.state === "asking" ? machines : records);
  const show = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal();
  }, []);

  const choose = (item: Item | undefined) => setChosenKey(item ? keyOf(item) : null);
  const go = (item: Item | undefined) => {
    if (!item) return;
    keepRecent(operator, item);
    onClose();
    void goTo(item);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length > 0) choose(items[(chosen + step + items.length) % items.length]);
    else if (event.key === "Enter") go(items[chosen]);
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
      <PaletteField
        listId={`${id}-list`}
        chosenId={items.length > 0 ? `${id}-${chosen}` : undefined}
        isSearching={records.state === "asking"}
        query={query}
        onQuery={(typed) => {
          setQuery(typed);
          setChosenKey(null);
        }}
        onKeyDown={pressed}
      />
      {items.length > 0 && <PaletteList id={id} groups={groups} chosen={chosen} onChoose={choose} onGo={go} />}
      <p role="status" className={items.length > 0 && records.state !== "failed" ? "unseen" : "palette-none muted"}>
        {said}
      </p>
      <p className="palette-hint muted">
        <span>To act on a machine: open 7 … (o 7 …), ping …, restart …, test …</span>
        <span className="palette-keys">
          <kbd className="kbd">?</kbd> all keys
        </span>
      </p>
    </dialog>
  );
}
