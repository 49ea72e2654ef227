import { SwitchRow } from "./SwitchRow.tsx";

interface FilterSwitchProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
  /** Says on hover what a choice does. */
  title?: string;
}

/** A filter of a few choices beneath its label, as it stands beside text filters: View By. */
export function FilterSwitch<T extends string>({ title, ...props }: FilterSwitchProps<T>) {
  return (
    <div className="field" title={title}>
      <span className="field-label">{props.label}</span>
      <SwitchRow {...props} />
    </div>
  );
}
