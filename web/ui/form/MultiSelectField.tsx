import "./multi-select.css";
import { PrimeReactProvider } from "primereact/api";
import { MultiSelect } from "primereact/multiselect";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { multiSelectParts } from "../prime/multiselect-parts.ts";
import { settings } from "../prime/Prime.tsx";
import { type ChoicesProps, type Option, useChoices } from "./choices.ts";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";
import { opening, useOpening } from "./use-opening.ts";

interface DetailedOption<T extends string = string> extends Option<T> {
  /** Said more quietly beside the label. */
  detail?: string;
}

interface MultiSelectFieldProps<T extends string> extends Binding<T[]>, ChoicesProps<DetailedOption<T>> {
  hint?: ReactNode;
  /** What the closed field says: "2 profiles". */
  summary: (count: number) => string;
  /** Why there is nothing to choose. */
  emptyText?: string;
}

/** Without PrimeReact's own classes it marks no option as reached by the arrows. */
const withClasses = { ...settings, unstyled: false };

const OptionLine = ({ label, detail }: DetailedOption) => (
  <span className="multi-option">
    {label}
    {detail && <span className="muted">{detail}</span>}
  </span>
);

/**
 * Several of many. What is chosen stands beneath the field as chips of our own: PrimeReact's chips and the boxes in its
 * options are no buttons for screen readers, so the boxes are hidden from them and the options have labels of their
 * own.
 */
export function MultiSelectField<T extends string>(props: MultiSelectFieldProps<T>) {
  const { id, name, label, value, onChange, error, hint, options, summary, disabled, loading = false } = props;
  const { emptyText = "Nothing to choose from" } = props;
  const choices = useChoices(props);
  const place = useRef<HTMLDivElement>(null);
  const open = useOpening(place, loading);
  const waitForChoices = (event: KeyboardEvent) => {
    if (!loading || !opening.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    open();
  };
  const chosen = value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one });
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(aria) => (
        <>
          <div ref={place} className="select-place" onKeyDownCapture={waitForChoices}>
            <PrimeReactProvider value={withClasses}>
              <MultiSelect
                {...choices}
                inputId={aria.id}
                name={name}
                value={value}
                maxSelectedLabels={0}
                selectedItemsLabel={summary(value.length)}
                showSelectAll={false}
                panelHeaderTemplate={choices.filter ? undefined : <span />}
                autoOptionFocus
                itemTemplate={OptionLine}
                onChange={(event) => onChange((event.value as T[] | null | undefined) ?? [])}
                pt={multiSelectParts({ label, aria, isBlank: value.length === 0, loading })}
              />
            </PrimeReactProvider>
          </div>
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
