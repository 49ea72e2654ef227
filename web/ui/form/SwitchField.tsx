import { InputSwitch } from "primereact/inputswitch";
import { type ReactNode, useId } from "react";
import type { Binding } from "./form-types.ts";

interface SwitchFieldProps extends Binding<boolean> {
  hint?: ReactNode;
  disabled?: boolean;
}

/** Yes or no. Its words stand beside it, because the label says what "on" means. */
export function SwitchField({ id, name, label, value, onChange, error, hint, disabled }: SwitchFieldProps) {
  const own = useId();
  const inputId = id ?? own;
  const note = `${inputId}-note`;
  return (
    <div className="field">
      <div className="switch-field">
        <InputSwitch
          inputId={inputId}
          name={name}
          checked={value}
          disabled={disabled}
          aria-describedby={error || hint ? note : undefined}
          onChange={(event) => onChange(event.value)}
          // PrimeReact gives the box and the input inside it a role each; the input's is enough.
          pt={{ root: { role: undefined, "aria-checked": undefined } }}
        />
        <label htmlFor={inputId}>{label}</label>
      </div>
      {(error || hint) && (
        <p id={note} className={error ? "field-error" : "field-hint"}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
