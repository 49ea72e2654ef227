import { type RefObject, useCallback, useEffect, useState } from "react";

/** The keys that open a list. */
export const opening = /^( |Enter|Arrow(Down|Up))$/;

/**
 * Opens the list in this place once its choices are here: while they load PrimeReact ignores clicks, and opened by a
 * key it would mark none of them. Nothing opens where somebody has gone elsewhere meanwhile.
 */
export const useOpening = (place: RefObject<HTMLElement | null>, loading: boolean): (() => void) => {
  const [isOpening, setOpening] = useState(false);
  // A render later: a list that opens before its place in the page stands is laid nowhere.
  useEffect(() => {
    if (!isOpening || loading) return;
    setOpening(false);
    if (place.current?.contains(document.activeElement)) place.current.querySelector<HTMLElement>(".select")?.click();
  }, [isOpening, loading, place]);
  return useCallback(() => setOpening(true), []);
};
