import { Checkbox as PrimeCheckbox } from "primereact/checkbox";
import { type ReactNode, useId } from "react";
import { checkParts } from "./prime/check-parts.ts";
import { withinPrime } from "./prime/Prime.tsx";

const Checkbox = withinPrime(PrimeCheckbox);

interface CheckProps {
  /** Its words, which press it too. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** In a popover or dialog it takes the focus. */
  autoFocus?: boolean;
  /** The line that it stands in; `menu-item` in a panel of choices. */
  className?: string;
}

const focusedParts = { ...checkParts, input: { ...checkParts.input, "data-autofocus": true } };

/** A box to tick, and what ticking it means. */
export function Check({ children, checked, onChange, disabled, autoFocus, className = "check" }: CheckProps) {
  const id = useId();
  return (
    <label className={className} htmlFor={id}>
      <Checkbox
        inputId={id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.checked ?? false)}
        pt={autoFocus ? focusedParts : checkParts}
      />
      {children}
    </label>
  );
}
