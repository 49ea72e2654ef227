import { Dropdown as PrimeDropdown } from "primereact/dropdown";
import { type ReactNode, useId } from "react";
import { dropdownParts } from "../prime/dropdown-parts.ts";
import { withinPrime } from "../prime/Prime.tsx";
import { type ChoicesProps, type Option, useChoices } from "./choices.ts";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";

const Dropdown = withinPrime(PrimeDropdown);

interface SelectFieldProps<T extends string> extends Binding<T | null>, ChoicesProps<Option<T>> {
  hint?: ReactNode;
  /** Nothing chosen is an answer: a small cross clears it. */
  clearable?: boolean;
  quietLabel?: boolean;
  /** Why there is nothing to choose. */
  emptyText?: string;
}

/** One of several. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { id, name, label, value, onChange, error, hint, quietLabel, options } = props;
  const { clearable = false, emptyText = "Nothing to choose from" } = props;
  const choices = useChoices(props);
  const listId = useId();
  const isBlank = !options.some((option) => option.value === value);
  return (
    <Field id={id} label={label} hint={hint} error={error} quietLabel={quietLabel}>
      {(aria) => (
        <Dropdown
          {...choices}
          inputId={aria.id}
          name={name}
          value={value}
          showClear={clearable && value !== null}
          filterInputAutoFocus
          emptyMessage={emptyText}
          onChange={(event) => onChange((event.value as T | null | undefined) ?? null)}
          pt={dropdownParts({ label, aria, isBlank, listId })}
        />
      )}
    </Field>
  );
}
