import { Dropdown } from "primereact/dropdown";
import { type ReactNode, useId } from "react";
import { useOverlayHome } from "../Dialog.tsx";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";
import { useComboboxRole } from "./use-combobox-role.ts";

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

/**
 * One of several. PrimeReact leaves its hidden select and its trigger unnamed and names its field by no label; all three
 * are named here, so that readers and axe find nothing missing.
 */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { id, name, label, value, onChange, error, hint, quietLabel, options, placeholder } = props;
  const { clearable = false, disabled, loading, emptyText = "Nothing to choose from" } = props;
  const home = useOverlayHome();
  const listId = useId();
  const combobox = useComboboxRole(listId);
  return (
    <Field id={id} label={label} hint={hint} error={error} quietLabel={quietLabel}>
      {(aria) => (
        <Dropdown
          {...combobox}
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
          invalid={error !== undefined}
          filter={options.length >= searchFrom}
          filterInputAutoFocus
          resetFilterOnHide
          emptyMessage={emptyText}
          emptyFilterMessage="Nothing matches"
          appendTo={home ?? undefined}
          scrollHeight="280px"
          onChange={(event) => onChange((event.value as T | null | undefined) ?? null)}
          pt={{
            root: { "aria-activedescendant": undefined },
            list: { id: listId, "aria-label": label },
            input: { "aria-describedby": aria["aria-describedby"], "aria-invalid": aria["aria-invalid"] },
            select: { "aria-label": label, "aria-hidden": true, tabIndex: -1 },
            trigger: { "aria-label": `Show choices of ${label}`, "aria-hidden": true, role: undefined },
            panel: { role: "dialog", "aria-label": `Choices of ${label}` },
            filterInput: { "aria-label": `Search in ${label}` },
            clearIcon: { "aria-label": `Clear ${label}` },
          }}
        />
      )}
    </Field>
  );
}
