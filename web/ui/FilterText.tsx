import { Field } from "./form/Field.tsx";
import { useTyped } from "./use-typed.ts";

interface FilterTextProps {
  label: string;
  value: string;
  /** Called when typing pauses; hand `how` on to `list.setFilter`. */
  onCommit: (text: string, how: { replace: boolean }) => void;
  placeholder?: string;
  type?: "search" | "tel" | "email";
  maxLength?: number;
  /** The label is for screen readers only; the placeholder is visible. */
  quietLabel?: boolean;
}

/** A text filter above a list; it filters while one types. */
export function FilterText(props: FilterTextProps) {
  const { label, value, onCommit, placeholder, type = "search", maxLength, quietLabel } = props;
  const isWholeNumber = (text: string) => type === "tel" && text.length === maxLength;
  const typed = useTyped(value, onCommit, isWholeNumber);
  return (
    <Field label={label} quietLabel={quietLabel}>
      {(aria) => (
        <input
          {...aria}
          {...typed}
          className="input"
          type={type}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
