import type { HTMLInputAutoCompleteAttribute, ReactNode } from "react";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";

interface TextFieldProps extends Binding<string> {
  hint?: ReactNode;
  placeholder?: string;
  /** `tel` and `email` bring the right keyboard on a phone. */
  type?: "text" | "tel" | "email" | "password" | "search" | "date" | "time";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  autoFocus?: boolean;
  disabled?: boolean;
  quietLabel?: boolean;
  /** A text of several lines. */
  rows?: number;
}

/** One line of text, or several with `rows`. */
export function TextField(props: TextFieldProps) {
  const { id, name, label, value, onChange, error, hint, quietLabel, rows, autoFocus, type = "text", ...rest } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error} quietLabel={quietLabel}>
      {(aria) => {
        const input = {
          ...aria,
          ...rest,
          className: "input",
          name,
          value,
          autoFocus,
          "data-autofocus": autoFocus || undefined,
        };
        return rows ? (
          <textarea {...input} rows={rows} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input {...input} type={type} onChange={(event) => onChange(event.target.value)} />
        );
      }}
    </Field>
  );
}
