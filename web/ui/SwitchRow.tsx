import { SelectButton } from "primereact/selectbutton";
import type { KeyboardEvent } from "react";

interface SwitchRowProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
  /** How many rows each would show. */
  counts?: Partial<Record<T, number>>;
}

interface Switch {
  value: string;
  count: number | undefined;
}

const Words = ({ value, count }: Switch) => (
  <>
    {value}
    {count !== undefined && <span className="count">{count.toLocaleString("en-IN")}</span>}
  </>
);

const parts = {
  root: { className: "switch-row" },
  button: {
    // Its words name it, the count among them.
    "aria-label": undefined,
    // PrimeReact presses with Space alone.
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === "Enter") event.currentTarget.click();
    },
  },
};

/** Filter buttons of which one is pressed: All, Online, Offline, Unavailable. The arrows walk along them. */
export function SwitchRow<T extends string>({ label, options, value, onChange, counts }: SwitchRowProps<T>) {
  return (
    <SelectButton
      aria-label={label}
      value={value}
      options={options.map((option): Switch => ({ value: option, count: counts?.[option] }))}
      optionLabel="value"
      optionValue="value"
      allowEmpty={false}
      itemTemplate={Words}
      onChange={(event) => onChange(event.value as T)}
      pt={parts}
    />
  );
}
