import { useEffect, useRef, useState } from "react";
import type { Load } from "../state/load.ts";

/** As long as what was there before stands in for what is being loaded; then its skeleton does (web/ui/base.css). */
const keptMs = 300;

/** A load of another page or filter of the same list: its former content stays for 300 ms, in which most answers come. */
export function useKept<T>(load: Load<T>): Load<T> {
  const former = useRef<T>(undefined);
  const [isLate, setLate] = useState(false);
  if (load.data !== undefined) former.current = load.data;
  const isBare = load.state === "loading" && load.data === undefined;
  useEffect(() => {
    if (!isBare) return;
    const timer = setTimeout(() => setLate(true), keptMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBare]);
  if (!isBare || isLate || former.current === undefined) return load;
  return { state: "loading", data: former.current };
}
