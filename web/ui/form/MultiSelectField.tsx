import "./multi-select.css";
import { MultiSelect } from "primereact/multiselect";
import type { ReactNode } from "react";
import { useOverlayHome } from "../Dialog.tsx";
import { multiSelectParts } from "../prime/multiselect-parts.ts";
import { PrimeWithClasses } from "../prime/PrimeWithClasses.tsx";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";
import type { Option } from "./SelectField.tsx";

export interface DetailedOption<T extends string = string> extends Option<T> {
  /** Said more quietly beside the label. */
  detail?: string;
}

interface MultiSelectFieldProps<T extends string> extends Binding<T[]> {
  options: readonly DetailedOption<T>[];
  hint?: ReactNode;
  placeholder?: string;
  /** What the closed field says: "2 profiles". */
  summary: (count: number) => string;
  disabled?: boolean;
  /** The options are on their way. */
  loading?: boolean;
  /** Why there is nothing to choose. */
  emptyText?: string;
}

/** Longer lists get a field to search in. */
const searchFrom = 9;

const OptionLine = ({ label, detail }: DetailedOption) => (
  <span className="multi-option">
    {label}
    {detail && <span className="muted">{detail}</span>}
  </span>
);

/**
 * Several of many. What is chosen stands beneath the field as chips of our own: PrimeReact's chips and the boxes in its
 * options are no buttons for readers, so the boxes are hidden from them and the options speak for themselves.
 */
export function MultiSelectField<T extends string>(props: MultiSelectFieldProps<T>) {
  const { id, name, label, value, onChange, error, hint, options, placeholder, summary, disabled, loading } = props;
  const { emptyText = "Nothing to choose from" } = props;
  const home = useOverlayHome();
  const chosen = value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one });
  const isLong = options.length >= searchFrom;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(aria) => (
        <>
          <PrimeWithClasses>
            <MultiSelect
              inputId={aria.id}
              name={name}
              value={value}
              options={[...options]}
              optionLabel="label"
              optionValue="value"
              optionDisabled="disabled"
              placeholder={placeholder ?? "Choose"}
              maxSelectedLabels={0}
              selectedItemsLabel={summary(value.length)}
              disabled={disabled}
              loading={loading}
              showSelectAll={false}
              filter={isLong}
              panelHeaderTemplate={isLong ? undefined : <span />}
              autoOptionFocus
              resetFilterOnHide
              itemTemplate={OptionLine}
              emptyFilterMessage="Nothing matches"
              appendTo={home ?? undefined}
              scrollHeight="280px"
              onChange={(event) => onChange((event.value as T[] | null | undefined) ?? [])}
              pt={multiSelectParts({ label, aria, isBlank: value.length === 0, loading })}
            />
          </PrimeWithClasses>
          {chosen.length > 0 && (
            <ul className="multi-chips" aria-label={`Chosen ${label}`}>
              {chosen.map((option) => (
                <li key={option.value} className="chip chip-quiet">
                  {option.label}
                  <button
                    type="button"
                    aria-label={`Remove ${option.label}`}
                    disabled={disabled}
                    onClick={() => onChange(value.filter((one) => one !== option.value))}
                  >
                    <span className="pi pi-times" aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {options.length === 0 && !loading && <p className="field-hint">{emptyText}</p>}
        </>
      )}
    </Field>
  );
}
