import type { ReactNode } from "react";
import { FilterText } from "../ui/FilterText.tsx";

export interface FilterField {
  label: string;
  /** As in the address; empty is no filter. */
  value: string;
  onChange: (to: string, how?: { replace: boolean }) => void;
}

/** A filter above a paged list, named as on its screen (specification: Screens). */
export interface ListFilter {
  label: string;
  /** How long its text must be; any other is no filter. */
  length?: number;
  /** Left out where its page shows it elsewhere, or the address alone names it. */
  show?: (field: FilterField) => ReactNode;
  /** How the value reads where it is not its own words. */
  words?: (field: FilterField) => ReactNode;
  /** What the list's search field takes for it; the first of its filters that fits is meant. */
  looksLike?: RegExp;
}

interface TextOptions {
  placeholder?: string;
  type?: "tel" | "email";
  maxLength?: number;
  looksLike?: RegExp;
}

export const textFilter = (label: string, { maxLength = 64, looksLike, ...options }: TextOptions = {}): ListFilter => ({
  label,
  ...(looksLike ? { looksLike } : {}),
  show: ({ onChange, ...field }) => (
    <FilterText {...field} {...options} maxLength={maxLength} onCommit={(text, how) => onChange(text.trim(), how)} />
  ),
});

/** By a machine's database id or its vendingMachineId. */
export const machineFilter = (label: string): ListFilter => textFilter(label, { placeholder: "All machines" });

/** A link's `?phone=` counts only when it is a whole number (specification: Checks of dates). */
export const phoneFilter: ListFilter = {
  ...textFilter("Phone", { type: "tel", maxLength: 10, placeholder: "10 digits", looksLike: /^\d{1,10}$/ }),
  length: 10,
};
