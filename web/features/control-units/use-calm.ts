import { useEffect, useState } from "react";

/**
 * A text that changes only once it has been the same for a while: a screen reader reads the present state, not each
 * step.
 */
export function useCalm(text: string, ms = 1_500): string {
  const [calm, setCalm] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return calm;
}
