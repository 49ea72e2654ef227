import type { DropdownPassThroughOptions } from "primereact/dropdown";
import { type ListNames, listParts, searchInput } from "./list-parts.ts";
import { wordsClass } from "./words-class.ts";

type Options = { state: { overlayVisible: boolean }; context: { focused: boolean } } | undefined;

/** PrimeReact's focused input is a plain text box to readers; this makes it the combobox that it is. */
const combobox = (isOpen: boolean, listId: string) => (wrapper: HTMLElement | null) => {
  const input = wrapper?.querySelector("input");
  input?.setAttribute("role", "combobox");
  input?.setAttribute("aria-expanded", String(isOpen));
  input?.setAttribute("aria-controls", listId);
};

/** Screen readers read which option the arrows have reached, for as long as it is that one. */
const publishReached = (option: HTMLElement | null) => {
  const focused = document.activeElement;
  if (!option || !focused) return;
  focused.setAttribute("aria-activedescendant", option.id);
  return () => focused.removeAttribute("aria-activedescendant");
};

/** Our classes for the parts of a Dropdown, and what readers miss in it. */
export const dropdownParts = (names: ListNames & { listId: string }): DropdownPassThroughOptions => {
  const { label, listId, isBlank } = names;
  const parts = {
    ...listParts(names),
    // PrimeReact calls two things `input`, the focused one and the visible words; their wrapper takes a ref.
    hiddenSelectedMessage: (options: Options) => ({ ref: combobox(options?.state.overlayVisible ?? false, listId) }),
    select: { "aria-hidden": true, tabIndex: -1, "aria-label": label },
    clearIcon: { className: "select-clear", "aria-label": `Clear ${label}` },
    loadingIcon: { className: "pi-spin" },
    filterInput: searchInput(label),
    list: { className: "options", id: listId, "aria-label": label },
    item: (options: Options) => ({ className: "option", ...(options?.context.focused && { ref: publishReached }) }),
  };
  return { ...parts, input: { ...parts.input, className: wordsClass(isBlank) } } as DropdownPassThroughOptions;
};
