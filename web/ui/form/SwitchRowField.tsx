import { useId } from "react";
import { SwitchRow } from "../SwitchRow.tsx";
import type { Binding } from "./form-types.ts";

interface SwitchRowFieldProps<T extends string> extends Omit<Binding<T | null>, "onChange"> {
  /** Each value by its word; two or three, which are short. */
  choices: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
}

/** Two or three choices, all of them in sight: one press chooses. */
export function SwitchRowField<T extends string>(props: SwitchRowFieldProps<T>) {
  const { id, label, value, onChange, error, choices } = props;
  const own = useId();
  const note = `${id ?? own}-note`;
  const values = Object.keys(choices) as T[];
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <SwitchRow
        id={id ?? own}
        describedBy={error ? note : undefined}
        label={label}
        options={values.map((one) => choices[one])}
        value={value === null ? "" : choices[value]}
        onChange={(word) => {
          for (const one of values) if (choices[one] === word) onChange(one);
        }}
      />
      {error && (
        <p id={note} className="field-error">
          <span className="pi pi-exclamation-circle" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
