import { useEffect, useState } from "react";

/** A text that changes only once it has been the same for a while: a reader is told how things stand, not each step. */
export function useCalm(text: string, ms = 1_500): string {
  const [calm, setCalm] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return calm;
}
