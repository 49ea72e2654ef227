import { Dropdown as PrimeDropdown } from "primereact/dropdown";
import { useId } from "react";
import { dropdownParts } from "../prime/dropdown-parts.ts";
import { withinPrime } from "../prime/Prime.tsx";
import type { SelectProps } from "./ClosedSelect.tsx";
import { useChoices } from "./choices.ts";

const Dropdown = withinPrime(PrimeDropdown);

/** The list of a SelectField and the box that opens it. */
export function SelectList<T extends string>(props: SelectProps<T>) {
  const { aria, name, label, value, onChange, isBlank, clearable, emptyText } = props;
  const choices = useChoices(props);
  const listId = useId();
  return (
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
  );
}
