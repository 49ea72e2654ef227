import type { MultiSelectPassThroughOptions } from "primereact/multiselect";
import { type ListNames, listParts, searchInput, wordsClass } from "./list-parts.ts";

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
    list: { className: "options", "aria-label": label },
    item: { className: "option" },
    checkbox: {
      root: { className: "check-mark" },
      // The option itself says that it is chosen; the box in it is a picture.
      input: { style: { display: "none" } },
      box: { className: "check-box" },
      icon: { className: "check-sign" },
    },
  } as MultiSelectPassThroughOptions;
};
