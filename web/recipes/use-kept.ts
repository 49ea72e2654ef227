import { useRef } from "react";
import type { Load } from "../state/load.ts";

/**
 * A load of another page or filter of the same list: its former content stays, as that of a load in progress, until the
 * answer is there. A table dims it (web/ui/table/table.css).
 */
export function useKept<T>(load: Load<T>): Load<T> {
  const former = useRef<T>(undefined);
  if (load.data !== undefined) former.current = load.data;
  const isBare = load.state === "loading" && load.data === undefined;
  return isBare && former.current !== undefined ? { state: "loading", data: former.current } : load;
}
