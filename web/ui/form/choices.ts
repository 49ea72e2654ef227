import type { Load } from "../../state/load.ts";
import { useOverlayHome } from "../Dialog.tsx";

export interface Option<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

/** Props that a field with a list of choices gets from its page. */
export interface ChoicesProps<O extends Option> {
  options: readonly O[];
  placeholder?: string;
  disabled?: boolean;
  /** The options are on their way. */
  loading?: boolean;
}

/** Props of a field of choices from a list that is loaded: loading, failed, or empty. */
export const choicesOf = <T, O extends Option>(load: Load<T>, optionsOf: (data: T) => O[], emptyText?: string) => ({
  options: load.data === undefined ? [] : optionsOf(load.data),
  loading: load.data === undefined && load.state === "loading",
  emptyText: load.state === "failed" ? load.error : emptyText,
});

/** Longer lists get a field to search in. */
const searchFrom = 9;

/** How PrimeReact lists choices, one or several: within the dialog that the field stands in. */
export const useChoices = <O extends Option>({
  options,
  placeholder = "Choose",
  disabled,
  loading,
}: ChoicesProps<O>) => {
  const home = useOverlayHome();
  return {
    options: [...options],
    optionLabel: "label",
    optionValue: "value",
    optionDisabled: "disabled",
    placeholder,
    disabled,
    loading,
    filter: options.length >= searchFrom,
    resetFilterOnHide: true,
    emptyFilterMessage: "Nothing matches",
    appendTo: home ?? undefined,
    scrollHeight: "280px",
  };
};
