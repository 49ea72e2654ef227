interface SwitchRowProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
  /** How many rows each would show. */
  counts?: Partial<Record<T, number>>;
}

/** Filter buttons of which one is pressed: All, Online, Offline, Unavailable. */
export function SwitchRow<T extends string>({ label, options, value, onChange, counts }: SwitchRowProps<T>) {
  return (
    <fieldset className="switch-row" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {option}
          {counts?.[option] !== undefined && <span className="count">{counts[option].toLocaleString("en-IN")}</span>}
        </button>
      ))}
    </fieldset>
  );
}
