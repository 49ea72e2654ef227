import { useDeferredValue } from "react";
import { useNavigationType } from "react-router-dom";

/**
 * True for the first drawing of a page that a link opened with its rows: the head and the filters are seen before the rows
 * are drawn, as soon after the click. A page that is gone back to stands at once as it was left. `isOpened` is false where
 * the rows have waited already.
 */
export function useRowsAfterPage(isOpened = true): boolean {
  return useDeferredValue(false, useNavigationType() === "PUSH" && isOpened);
}
