import type { KeyboardEvent } from "react";
import type { FieldAria } from "../form/Field.tsx";

/** Names that a list of choices gets from its field. */
export interface ListNames {
  label: string;
  aria: FieldAria;
  /** Nothing is chosen: what stands in the field is its placeholder. */
  isBlank: boolean;
  loading?: boolean;
}

type Shown = { state: { overlayVisible: boolean } } | undefined;

/**
 * At once, yet a moment later: PrimeReact listens for clicks elsewhere and for scrolling when the list has stopped
 * moving.
 */
const atOnce = { timeout: 0 };

/** The panel's ends, which turn the focus round. PrimeReact's types do not know them. */
const focusGuards: object = {
  hiddenFirstFocusableEl: { "aria-hidden": true },
  hiddenLastFocusableEl: { "aria-hidden": true },
};

/** Escape closes the list and not the dialog round it, and the field has the focus again. The list's keys bubble here. */
function keepEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector("input")?.focus();
}

/** PrimeReact keeps Escape to itself even where no list is open, and a dialog round the field would never close by it. */
function leaveEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Escape") event.stopPropagation();
}

/** The visible box. Its label and its notes belong to the input inside it, which has the focus. */
const box = (shown: Shown) => ({
  className: "select",
  "aria-activedescendant": undefined,
  ...(shown?.state.overlayVisible ? { onKeyDown: keepEscape } : { onKeyDownCapture: leaveEscape }),
});

/** What Dropdown and MultiSelect have alike: their box, and the panel with its search. */
export const listParts = ({ label, aria }: ListNames) => ({
  root: box,
  input: { "aria-describedby": aria["aria-describedby"], "aria-invalid": aria["aria-invalid"] },
  // The input says the same to readers, and opens the list.
  trigger: { className: "select-sign", "aria-hidden": true, role: undefined, "aria-label": undefined },
  panel: { className: "float", role: "dialog", "aria-label": `Choices of ${label}` },
  header: { className: "float-head" },
  filterContainer: { className: "float-search" },
  filterIcon: { className: "float-search-sign" },
  wrapper: { className: "float-scroll" },
  emptyMessage: { className: "options-empty" },
  transition: atOnce,
  ...focusGuards,
});

/** A search inside a list; the words of its label are the list's. */
export const searchInput = (label: string) => ({ className: "input", "aria-label": `Search in ${label}` });
