import { type KeyboardEvent, useRef } from "react";

interface SwitchRowProps<T extends string> {
  /** The id of the button that Tab comes to. */
  id?: string;
  describedBy?: string | undefined;
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
  /** How many rows each would show. Null until that is known: its room is kept, so that no button moves. */
  counts?: Partial<Record<T, number>> | null | undefined;
  /** What more is said behind each count: "5 brands". */
  more?: Partial<Record<T, string>>;
  /** Figures in large, of which those that need somebody have a tone while they are not nought. */
  tones?: Partial<Record<T, "danger" | "warn">>;
}

const steps: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Filter buttons of which one is pressed: All, Online, Offline, Unavailable. Tab focuses that one, the arrows move. */
export function SwitchRow<T extends string>({
  id,
  describedBy,
  label,
  options,
  value,
  onChange,
  counts,
  more,
  tones,
}: SwitchRowProps<T>) {
  const row = useRef<HTMLFieldSetElement>(null);
  const reached = options.includes(value) ? value : options[0];

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)?.focus();
  };

  return (
    <fieldset
      className={tones ? "switch-row switch-figures" : "switch-row"}
      aria-label={label}
      aria-describedby={describedBy}
      ref={row}
      onKeyDown={walk}
    >
      {options.map((option) => (
        <button
          key={option}
          id={option === reached ? id : undefined}
          type="button"
          tabIndex={option === reached ? 0 : -1}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {option}
          {(counts === null || counts?.[option] !== undefined) && (
            <span className={`count${(counts?.[option] ?? 0) > 0 && tones?.[option] ? ` count-${tones[option]}` : ""}`}>
              {counts?.[option]?.toLocaleString("en-IN")}
            </span>
          )}
          {more?.[option] && <span className="count-more">{more[option]}</span>}
        </button>
      ))}
    </fieldset>
  );
}
