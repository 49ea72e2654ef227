import { useOverlayHome } from "../Dialog.tsx";

export interface Option<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

/** What a field with a list of choices is told by its page. */
export interface ChoicesProps<O extends Option> {
  options: readonly O[];
  placeholder?: string;
  disabled?: boolean;
  /** The options are on their way. */
  loading?: boolean;
}

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
