import { WentBack } from "../../ui/use-at-once.tsx";
import { WhyNot } from "../../ui/WhyNot.tsx";

interface TwoWayProps {
  label: string;
  /** What it is when `value` is true, and what when it is not. */
  words: readonly [yes: string, no: string];
  value: boolean;
  onChange: (value: boolean) => void;
  /** Why it cannot be changed now. */
  whyNot: string | null;
  /** How often it went back to what it was. */
  wentBack: number;
}

/** Two states side by side; both can be read, one is pressed. */
export function TwoWay({ label, words: [yes, no], value, onChange, whyNot, wentBack }: TwoWayProps) {
  const side = (word: string, of: boolean, describedBy: string | undefined) => (
    <button
      type="button"
      aria-pressed={value === of}
      aria-disabled={whyNot !== null || undefined}
      aria-describedby={describedBy}
      onClick={() => whyNot === null && value !== of && onChange(of)}
    >
      {word}
    </button>
  );
  return (
    <WhyNot words={whyNot}>
      {(describedBy) => (
        <fieldset className="switch-row two-way" aria-label={label}>
          {side(yes, true, describedBy)}
          {side(no, false, describedBy)}
          <WentBack times={wentBack} />
        </fieldset>
      )}
    </WhyNot>
  );
}
