import { type ReactNode, useId } from "react";

/** What the input inside a field needs to be named and explained. */
export interface FieldAria {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  id?: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  /** The label is for screen readers only, as in a row of filters with placeholders. */
  quietLabel?: boolean;
  children: (aria: FieldAria) => ReactNode;
}

/** Label above, input, then the error or the hint. */
export function Field({ id, label, hint, error, quietLabel, children }: FieldProps) {
  const own = useId();
  const inputId = id ?? own;
  const note = `${inputId}-note`;
  return (
    <div className="field">
      <label htmlFor={inputId} id={`${inputId}-label`} className={quietLabel ? "unseen" : "field-label"}>
        {label}
      </label>
      {children({
        id: inputId,
        "aria-describedby": error || hint ? note : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <p id={note} className="field-error">
          <span className="pi pi-exclamation-circle" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={note} className="field-hint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
