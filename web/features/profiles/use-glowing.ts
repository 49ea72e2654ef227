import { useEffect, useRef, useState } from "react";
import { changedKeys } from "../../ui/form/form-values.ts";

const glowMs = 1_000;
const none: readonly string[] = [];

/** The fields of a record that have just changed, by whomever; each glows for one second. The first showing does not. */
export function useGlowing<V extends object>(values: V): readonly string[] {
  const seen = useRef(values);
  const [glowing, setGlowing] = useState<readonly string[]>(none);
  const changed = changedKeys(seen.current, values).join("\n");
  useEffect(() => {
    if (changed === "") return;
    seen.current = values;
    setGlowing(changed.split("\n"));
  }, [changed, values]);
  useEffect(() => {
    if (glowing === none) return;
    const timer = setTimeout(() => setGlowing(none), glowMs);
    return () => clearTimeout(timer);
  }, [glowing]);
  return glowing;
}
