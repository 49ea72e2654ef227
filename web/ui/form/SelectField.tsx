import { Dropdown as PrimeDropdown } from "primereact/dropdown";
import { type ReactNode, useId } from "react";
import { useOverlayHome } from "../Dialog.tsx";
import { dropdownParts } from "../prime/dropdown-parts.ts";
import { withinPrime } from "../prime/Prime.tsx";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";

const Dropdown = withinPrime(PrimeDropdown);

export interface Option<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps<T extends string> extends Binding<T | null> {
  options: readonly Option<T>[];
  hint?: ReactNode;
  placeholder?: string;
  /** Nothing chosen is an answer: a small cross clears it. */
  clearable?: boolean;
  disabled?: boolean;
  /** The options are on their way. */
  loading?: boolean;
  quietLabel?: boolean;
  /** Why there is nothing to choose. */
  emptyText?: string;
}

/** Longer lists get a field to search in. */
const searchFrom = 9;

/** One of several. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { id, name, label, value, onChange, error, hint, quietLabel, options, placeholder } = props;
  const { clearable = false, disabled, loading, emptyText = "Nothing to choose from" } = props;
  const home = useOverlayHome();
  const listId = useId();
  const isBlank = !options.some((option) => option.value === value);
  return (
    <Field id={id} label={label} hint={hint} error={error} quietLabel={quietLabel}>
      {(aria) => (
        <Dropdown
          inputId={aria.id}
          name={name}
          value={value}
          options={[...options]}
          optionLabel="label"
          optionValue="value"
          optionDisabled="disabled"
          placeholder={placeholder ?? "Choose"}
          showClear={clearable && value !== null}
          disabled={disabled}
          loading={loading}
          filter={options.length >= searchFrom}
          filterInputAutoFocus
          resetFilterOnHide
          emptyMessage={emptyText}
          emptyFilterMessage="Nothing matches"
          appendTo={home ?? undefined}
          scrollHeight="280px"
          onChange={(event) => onChange((event.value as T | null | undefined) ?? null)}
          pt={dropdownParts({ label, aria, isBlank, listId })}
        />
      )}
    </Field>
  );
}
