import type { ReactNode } from "react";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";

interface OtpFieldProps extends Binding<string> {
  length: number;
  hint?: ReactNode;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** A one-time code: a single input, so that a phone can fill it from the message and a paste goes in whole. */
export function OtpField(props: OtpFieldProps) {
  const { id, name, label, value, onChange, error, hint, length, autoFocus, disabled } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(aria) => (
        <input
          {...aria}
          // biome-ignore lint/a11y/noAutofocus: the code is requested by a click, and nothing else is to be filled in.
          autoFocus={autoFocus}
          className="input otp"
          name={name}
          value={value}
          disabled={disabled}
          data-autofocus={autoFocus || undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder={"•".repeat(length)}
          maxLength={length}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, "").slice(0, length))}
        />
      )}
    </Field>
  );
}
