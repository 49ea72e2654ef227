import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

/** How long a typist rests before what was typed counts. */
const restMs = 250;

/**
 * A text that filters while one types: shown at once, handed on when the typist rests or presses Enter. One visit to
 * the field leaves one step for Back. Spread the result on an `<input>`.
 */
export function useTyped(value: string, commit: (text: string, how: { replace: boolean }) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const steps = useRef(0);
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => () => clearTimeout(timer.current), []);

  const hand = (text: string) => {
    clearTimeout(timer.current);
    if (text === value) return;
    latest.current(text, { replace: steps.current > 0 });
    steps.current += 1;
  };
  return {
    value: draft ?? value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const text = event.target.value;
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => hand(text), restMs);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === "Enter") hand(event.currentTarget.value);
    },
    onFocus: () => {
      steps.current = 0;
    },
    onBlur: () => {
      if (draft !== null) hand(draft);
      setDraft(null);
    },
  };
}
