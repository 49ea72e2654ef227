interface TwoWayProps {
  label: string;
  /** What it is when `value` is true, and what when it is not. */
  words: readonly [yes: string, no: string];
  value: boolean;
  onChange: (value: boolean) => void;
  /** Why it cannot be changed now. */
  whyNot: string | undefined;
}

/** One of two states, side by side; both are read, one is pressed. */
export function TwoWay({ label, words: [yes, no], value, onChange, whyNot }: TwoWayProps) {
  const side = (word: string, of: boolean) => (
    <button
      type="button"
      aria-pressed={value === of}
      disabled={whyNot !== undefined}
      onClick={() => value !== of && onChange(of)}
    >
      {word}
    </button>
  );
  return (
    <fieldset className="switch-row two-way" aria-label={label} title={whyNot}>
      {side(yes, true)}
      {side(no, false)}
    </fieldset>
  );
}
