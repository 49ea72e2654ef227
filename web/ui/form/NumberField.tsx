import { type ReactNode, useState } from "react";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";

interface NumberFieldProps extends Binding<number | null> {
  hint?: ReactNode;
  /** Shown inside, before the figures: "₹". */
  unitBefore?: string;
  /** Shown inside, after the figures: "%". */
  unitAfter?: string;
  /** Digits after the point; 0 is whole numbers. */
  decimals?: number;
  placeholder?: string;
  disabled?: boolean;
  quietLabel?: boolean;
}

const read = (text: string): number | null => {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? null : number;
};

const unit = (word: string | undefined) =>
  word && (
    <span className="number-unit" aria-hidden="true">
      {word}
    </span>
  );

/** Figures only; empty is null. Limits are the schema's business, so that one may type on the way to a valid number. */
export function NumberField(props: NumberFieldProps) {
  const { id, name, label, value, onChange, error, hint, quietLabel, unitBefore, unitAfter } = props;
  const { decimals = 0, placeholder, disabled } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const allowed = new RegExp(`^\\d*${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ""}$`);
  return (
    <Field id={id} label={label} hint={hint} error={error} quietLabel={quietLabel}>
      {(aria) => (
        <span className="number-field">
          {unit(unitBefore)}
          <input
            {...aria}
            className="input"
            name={name}
            disabled={disabled}
            placeholder={placeholder}
            inputMode={decimals > 0 ? "decimal" : "numeric"}
            autoComplete="off"
            value={draft ?? (value === null ? "" : String(value))}
            onChange={(event) => {
              const text = event.target.value.replaceAll(",", "").trim();
              if (!allowed.test(text)) return;
              setDraft(text);
              onChange(read(text));
            }}
            onBlur={() => setDraft(null)}
          />
          {unit(unitAfter)}
        </span>
      )}
    </Field>
  );
}
