import { InputSwitch as PrimeInputSwitch } from "primereact/inputswitch";
import { type ReactNode, useId } from "react";
import { withinPrime } from "../prime/Prime.tsx";
import type { Binding } from "./form-types.ts";

const InputSwitch = withinPrime(PrimeInputSwitch);

interface SwitchFieldProps extends Binding<boolean> {
  hint?: ReactNode;
  disabled?: boolean;
}

// PrimeReact gives the box and the input inside it a role each, and both the note; the input's are enough.
const switchParts = {
  root: { className: "switch", role: undefined, "aria-checked": undefined, "aria-describedby": undefined },
  input: { className: "check-input" },
  slider: { className: "switch-slider" },
};

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
          pt={switchParts}
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
