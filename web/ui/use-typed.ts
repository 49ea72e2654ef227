import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

/** How long typing must pause before what was typed counts, in milliseconds. */
export const restMs = 250;

/**
 * A text that filters while one types: shown at once, passed on after a pause or Enter, and without a pause when it was
 * pasted or `isComplete`. One visit to the field leaves one step for Back, and so does each Enter. A value from
 * elsewhere (Back, a link, 'clear') replaces what was typed, even in the middle of typing. Spread the result on an
 * `<input>`.
 */
export function useTyped(
  value: string,
  commit: (text: string, how: { replace: boolean }) => void,
  isComplete: (text: string) => boolean = () => false,
) {
  const [draft, setDraft] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  /** What was handed on and has not come back as the value yet, oldest first. */
  const handed = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const steps = useRef(0);
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => {
    // Back may come before the page of what was handed on is drawn: then the value never changes here.
    const forget = () => {
      clearTimeout(timer.current);
      handed.current = [];
      steps.current = 0;
      setDraft(null);
    };
    window.addEventListener("popstate", forget);
    return () => {
      window.removeEventListener("popstate", forget);
      clearTimeout(timer.current);
    };
  }, []);

  if (value !== seen) {
    setSeen(value);
    const at = handed.current.indexOf(value.trim());
    // While the field's own texts come back, the typist may be further already.
    if (at < 0 && draft !== null) setDraft(null);
  }
  useEffect(() => {
    const at = handed.current.indexOf(value.trim());
    handed.current = handed.current.slice(at + 1);
    if (at >= 0) return;
    clearTimeout(timer.current);
    steps.current = 0;
  }, [value]);

  const hand = (text: string) => {
    clearTimeout(timer.current);
    if (text === value) return;
    handed.current.push(text.trim());
    latest.current(text, { replace: steps.current > 0 });
    steps.current += 1;
  };
  return {
    value: draft ?? value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const text = event.target.value;
      setDraft(text);
      clearTimeout(timer.current);
      const isPasted = (event.nativeEvent as InputEvent).inputType === "insertFromPaste";
      if (isPasted || isComplete(text)) hand(text);
      else timer.current = setTimeout(() => hand(text), restMs);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== "Enter") return;
      hand(event.currentTarget.value);
      steps.current = 0;
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
