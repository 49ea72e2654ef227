import type { MultiSelectPassThroughOptions } from "primereact/multiselect";
import { type ListNames, listParts, searchInput } from "./list-parts.ts";
import { wordsClass } from "./words-class.ts";

/** Our classes for the parts of a Checkbox: an unseen input over the drawn box. */
const checkParts = {
  root: { className: "check-mark" },
  input: { className: "check-input" },
  box: { className: "check-box" },
  icon: { className: "check-sign" },
};

/** Our classes for the parts of a MultiSelect, and what readers miss in it. */
export const multiSelectParts = (names: ListNames): MultiSelectPassThroughOptions => {
  const { label, loading, isBlank } = names;
  const parts = listParts(names);
  return {
    ...parts,
    input: { ...parts.input, "aria-haspopup": "listbox" },
    labelContainer: { className: wordsClass(isBlank) },
    triggerIcon: { className: loading ? "pi-spin" : undefined },
    filterInput: { root: searchInput(label) },
    closeButton: { className: "float-close" },
    // A long list can be scrolled by the keys alone.
    wrapper: { ...parts.wrapper, tabIndex: 0 },
    list: { className: "options", "aria-label": label },
    item: { className: "option" },
    // The option itself says that it is chosen; the box in it is a picture.
    checkbox: { ...checkParts, input: { style: { display: "none" } } },
  } as MultiSelectPassThroughOptions;
};
